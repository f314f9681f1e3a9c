import Testing
import VitrineSound

/// The channels and samples of a device.
@Suite struct ChannelOrderTests {
  /// ALSA's numbers: front left and right 3 and 4, rear 5 and 6, centre 7, LFE 8, side 9 and 10, rear
  /// centre 14 and 15.
  @Test(
    "Each channel goes to the loudspeaker that the device reports for it",
    arguments: [
      (2, nil, [0, 1]),
      (6, nil, [0, 1, 4, 5, 2, 3]),
      (8, nil, [0, 1, 4, 5, 2, 3, 6, 7]),
      (6, [3, 4, 7, 8, 5, 6], [0, 1, 2, 3, 4, 5]),
      // HDMI's own order, and a driver that has only side loudspeakers.
      (6, [3, 4, 8, 7, 5, 6], [0, 1, 3, 2, 4, 5]),
      (6, [3, 4, 7, 8, 9, 10], [0, 1, 2, 3, 4, 5]),
      (8, [3, 4, 7, 8, 5, 6, 9, 10], [0, 1, 2, 3, 4, 5, 6, 7]),
      // 7.1 over HDMI: 14 and 15 are behind the listener, and 5 and 6 at the sides. In the order of
      // HDA's cards, and of the boards' HDMI.
      (8, [3, 4, 14, 15, 7, 8, 5, 6], [0, 1, 4, 5, 2, 3, 6, 7]),
      (8, [3, 4, 8, 7, 5, 6, 14, 15], [0, 1, 3, 2, 6, 7, 4, 5]),
      (8, [3, 4, 8, 7, 9, 10, 14, 15], [0, 1, 3, 2, 6, 7, 4, 5]),
      (6, [3, 4, 8, 7, 14, 15], [0, 1, 3, 2, 4, 5]),
      // Missing, repeated, unknown and too few loudspeakers.
      (6, [3, 4, 9, 10, 5, 6], nil),
      (6, [3, 4, 7, 7, 5, 6], nil),
      (6, [3, 4, 7, 8, 5, 4_000_000], nil),
      (6, [3, 4], nil),
      (8, [3, 4, 7, 8, 9, 10, 9, 10], nil),
      (8, [3, 4, 7, 8, 5, 6, 5, 6], nil),
      (8, [3, 4, 8, 7, 5, 6, 9, 14], nil),
    ] as [(Int, [UInt32]?, [Int]?)])
  func order(channels: Int, reported: [UInt32]?, expected: [Int]?) {
    let order = ChannelOrder(channels: channels, reported: reported)
    #expect(order?.sources == expected)
    #expect(order?.isPlain ?? false == (expected == Array(0..<channels)))
  }

  @Test(
    "Samples are written in the device's encoding",
    arguments: [
      (.bits16, 0x1234_5678, [0x34, 0x12]),
      (.bits32, 0x1234_5678, [0x78, 0x56, 0x34, 0x12]),
      (.bits24, 0x1234_5678, [0x56, 0x34, 0x12, 0]),
      (.packed24, 0x1234_5678, [0x56, 0x34, 0x12]),
      (.bits16, -65536, [0xFF, 0xFF]),
      (.bits24, -256, [0xFF, 0xFF, 0xFF, 0xFF]),
      (.packed24, -256, [0xFF, 0xFF, 0xFF]),
    ] as [(SampleEncoding, Int32, [UInt8])])
  func encoding(_ encoding: SampleEncoding, sample: Int32, expected: [UInt8]) {
    var bytes: [UInt8] = []
    encoding.append(sample, to: &bytes)
    #expect(bytes == expected)
  }

  @Test("16-bit sound prefers devices of 16 bits, and wide sound those of more")
  func preferences() {
    #expect(SampleEncoding.preferences(isWide: false).first == .bits16)
    #expect(SampleEncoding.preferences(isWide: true).last == .bits16)
    for isWide in [false, true] {
      #expect(Set(SampleEncoding.preferences(isWide: isWide)) == Set(SampleEncoding.allCases))
    }
  }
}
