import Testing
import VitrinePlayback

/// Compressed sound that passes through.
struct SoundCodingTests {
  private static let sync: [Int16] = [Int16(bitPattern: 0xF872), 0x4E1F]

  @Test("The policy decides which codings pass through")
  func policy() {
    #expect(PassthroughPolicy.off.codings(reported: [.ac3]).isEmpty)
    #expect(PassthroughPolicy.automatic.codings(reported: [.ac3]) == [.ac3])
    #expect(PassthroughPolicy.on.codings(reported: []) == [.ac3, .enhancedAC3, .dts])
  }

  @Test(
    "Bursts are found by their first two words, at the start of a frame",
    arguments: [
      ([], nil, nil), ([1], nil, nil), (sync, 0, 0), ([0, 0] + sync, 1, 1),
      ([0] + sync + [0], nil, nil),
      (sync + [5, 5] + sync + [1, 2], 0, 2), ([9, 9] + sync + sync, 1, 2),
      ([sync[0]], nil, nil),
    ] as [([Int16], Int?, Int?)])
  func bursts(samples: [Int16], first: Int?, last: Int?) {
    #expect(SoundBurst.start(in: samples[...], frameSize: 2) == first)
    #expect(SoundBurst.lastStart(in: samples[...], frameSize: 2) == last)
    // Part of an array, and frames of four words.
    var wide: [Int16] = [0]
    for place in stride(from: 0, to: samples.count / 2 * 2, by: 2) {
      wide += samples[place..<place + 2] + [0, 0]
    }
    #expect(SoundBurst.start(in: wide[1...], frameSize: 4) == first)
    #expect(SoundBurst.lastStart(in: wide[1...], frameSize: 4) == last)
  }

  @Test(
    "The name of a device gets the channel status for compressed sound; devices that mix take none",
    arguments: [
      ("hdmi:CARD=A,DEV=1", .ac3, "hdmi:CARD=A,DEV=1,AES0=0x06,AES3=0x02"),
      ("hdmi:CARD=A", .enhancedAC3, "hdmi:CARD=A,AES0=0x06,AES3=0x0e"),
      ("iec958", .dts, "iec958:AES0=0x06,AES3=0x02"),
      ("iec958:", .dts, "iec958:AES0=0x06,AES3=0x02"),
      ("hdmi:CARD=A,AES0=0x04", .ac3, "hdmi:CARD=A,AES0=0x04"),
      ("hw:CARD=A", .ac3, "hw:CARD=A"), ("plughw:CARD=A,DEV=2", .ac3, "hw:CARD=A,DEV=2"),
      ("my_amp", .ac3, "my_amp"), ("default", .ac3, nil), ("dmix:CARD=A", .ac3, nil),
      ("plug:my_amp", .ac3, nil),
      ("sysdefault:CARD=A", .ac3, nil), ("pulse", .ac3, nil),
    ] as [(String, SoundCoding, String?)])
  func names(name: String, coding: SoundCoding, coded: String?) {
    #expect(SoundDeviceName(name).name(for: coding) == coded)
  }

  @Test("FFmpeg's names of the codecs")
  func codecs() {
    #expect(
      ["ac3", "eac3", "dts", "aac", "truehd"].map { SoundCoding(codec: $0) }
        == [.ac3, .enhancedAC3, .dts, nil, nil])
  }
}
