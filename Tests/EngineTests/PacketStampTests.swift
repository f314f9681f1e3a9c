import Testing
import VitrineTiming

@testable import VitrineVideoDecoders

/// The presentation times of a device's frames.
struct PacketStampTests {
  private func time(_ number: Int) -> MediaTime { MediaTime(Int64(number), 25) }

  @Test("Each frame has its packet's time, in any order")
  func order() {
    var stamps = PacketStamps()
    let tokens = [0, 3, 1, 2].map {
      stamps.insert(pts: time($0), dts: nil, duration: time(1), isKey: false)
    }
    let seen = [0, 2, 3, 1].map { stamps.removeStamp(for: tokens[$0])?.pts }
    #expect(seen == [0, 1, 2, 3].map(time))
  }

  @Test(
    "Packets with only decoding times give their frames these times in order",
    arguments: [
      // No packet has a presentation time; some do, as FFmpeg reads AVI; one was lost.
      ([nil, nil, nil, nil, nil, nil, nil], [0, 2, 3, 1, 5, 6, 4], [0, 1, 2, 3, 4, 5, 6]),
      ([nil, nil, 2, 3, nil, 5, 6], [0, 2, 3, 1, 5, 6, 4], [0, 1, 2, 3, 4, 5, 6]),
      ([nil, nil, 2, 3, nil, 5, 6], [0, 2, 1, 4], [0, 1, 2, 4]),
    ] as [([Int?], [Int], [Int])])
  func decodingTimes(pts: [Int?], order: [Int], seen: [Int]) {
    var stamps = PacketStamps()
    let tokens = pts.enumerated().map { index, pts in
      // The fifth packet is a key frame.
      stamps.insert(pts: pts.map(time), dts: time(index), duration: time(1), isKey: index % 4 == 0)
    }
    #expect(order.map { stamps.removeStamp(for: tokens[$0])?.pts } == seen.map(time))
  }

  @Test("A packet's second frame follows its first; one from another position has no time")
  func second() {
    var stamps = PacketStamps()
    let token = stamps.insert(pts: time(4), dts: nil, duration: time(1), isKey: false)
    #expect(stamps.removeStamp(for: token)?.pts == time(4))
    #expect(stamps.removeStamp(for: token)?.pts == time(5))
    #expect(stamps.removeStamp(for: token)?.pts == time(6))
    stamps.removeAll()
    #expect(stamps.removeStamp(for: token) == nil)
  }

  @Test("Frames have their own times, whether a packet has two frames or none")
  func packed() {
    var stamps = PacketStamps()
    func insert(_ number: Int) -> UInt64 {
      stamps.insert(pts: nil, dts: time(number), duration: time(1), isKey: false)
    }
    let first = insert(0)
    #expect(stamps.removeStamp(for: first)?.pts == time(0))
    let double = insert(1)
    #expect(stamps.removeStamp(for: double)?.pts == time(1))
    #expect(stamps.removeStamp(for: double)?.pts == time(2))
    _ = insert(2)
    #expect(stamps.removeStamp(for: insert(3))?.pts == time(3))
  }

  @Test("Packets without frames are forgotten eventually")
  func bounded() {
    var stamps = PacketStamps()
    let first = stamps.insert(pts: time(0), dts: nil, duration: nil, isKey: false)
    for number in 1...300 {
      _ = stamps.insert(pts: time(number), dts: nil, duration: nil, isKey: false)
    }
    #expect(stamps.removeStamp(for: first) == nil)
  }
}
