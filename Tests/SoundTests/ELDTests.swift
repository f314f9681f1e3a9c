import Testing
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

  @Test("A truncated or odd name is read as far as possible")
  func names() {
    var bytes = eld(model, name: "AB")
    bytes[4] = 31
    #expect(ELD(bytes)?.name == "AB")
    bytes[20...21] = [0, 7]
    #expect(ELD(bytes)?.name == nil)
  }
}
