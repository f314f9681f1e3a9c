import Testing
import VitrinePlayback
import VitrineSound

/// Displays' audio capabilities.
@Suite struct ELDTests {
  private let model = WantedMonitor.Model(maker: 0x10AC, product: 0x41B5)

  @Test("The model, the name and audio support are read")
  func reading() {
    let told = ELD(eld(model, name: "DELL U2720Q"))
    #expect(told?.maker == 0x10AC)
    #expect(told?.product == 0x41B5)
    #expect(told?.name == "DELL U2720Q")
    #expect(told?.takesSound == true)
    #expect(ELD(eld(model, formats: 0))?.takesSound == false)
  }

  @Test(
    "A card's data without a display is ignored",
    arguments: [[], [UInt8](repeating: 0, count: 128), [16], [UInt8](repeating: 255, count: 19)])
  func absence(_ bytes: [UInt8]) {
    #expect(ELD(bytes) == nil)
  }

  /// A descriptor is the format (1 is uncompressed) and the channels, the rates, and the sizes. The
  /// loudspeakers are bits: front, LFE, centre, rear, rear centre, and the pairs between.
  @Test(
    "The loudspeakers decide about the channels",
    arguments: [
      (0b1111, [[0x0F, 7, 7]], 6),
      (0b1001111, [[0x0F, 7, 7]], 8),
      (0b1001111, [[0x0D, 7, 7]], 6),
      (0b1111, [[0x09, 7, 7]], 2),
      (0b0001, [[0x0F, 7, 7]], 2),
      (0b0111, [[0x0F, 7, 7]], 2),
      // AC-3 with six channels, and uncompressed sound with two.
      (0b1111, [[0x15, 7, 80], [0x09, 7, 7]], 2),
      (0b1111, [[0x15, 7, 80], [0x0D, 7, 7]], 6),
      (0b1111, [], 2),
    ] as [(UInt8, [[UInt8]], Int)])
  func channels(speakers: UInt8, descriptors: [[UInt8]], expected: Int) {
    var bytes = eld(model, formats: UInt8(descriptors.count))
    bytes[7] = speakers
    #expect(ELD(bytes + descriptors.joined())?.channels == expected)
    // Truncated descriptors are not read.
    #expect(ELD(bytes + descriptors.joined().dropLast())?.channels ?? 0 <= expected)
  }

  @Test(
    "The codings that the display decodes are read",
    arguments: [
      ([[0x15, 7, 80]], [.ac3]), ([[0x3D, 7, 192]], [.dts]),
      ([[0x09, 7, 7], [0x15, 7, 80], [0x3D, 7, 192]], [.ac3, .dts]),
      ([[0x09, 7, 7]], []), ([], []), ([[0x57, 7, 1]], [.enhancedAC3]), ([[0x35, 7, 1]], []),
    ] as [([[UInt8]], Set<SoundCoding>)])
  func codings(descriptors: [[UInt8]], expected: Set<SoundCoding>) {
    let bytes = eld(model, formats: UInt8(descriptors.count)) + descriptors.joined()
    #expect(ELD(bytes)?.codings == expected)
    #expect(
      ELD(bytes.dropLast(descriptors.isEmpty ? 0 : 1))?.codings.isSubset(of: expected) == true)
  }

  @Test("A truncated or odd name is read as far as possible")
  func names() {
    var bytes = eld(model, name: "AB")
    bytes[4] = 31
    #expect(ELD(bytes)?.name == "AB")
    bytes[20...21] = [0, 7]
    #expect(ELD(bytes)?.name == nil)
  }
}
