import Testing
import VitrineTiming

@testable import VitrineVideoDecoders

/// When the pictures of a device are seen.
struct PacketStampTests {
  private func time(_ number: Int) -> MediaTime { MediaTime(Int64(number), 25) }

  @Test("each picture has the time of its packet, whatever their order")
  func order() {
    var stamps = PacketStamps()
    let tokens = [0, 3, 1, 2].map {
      stamps.note(pts: time($0), dts: nil, duration: time(1), isKey: false)
    }
    let seen = [0, 2, 3, 1].map { stamps.take(tokens[$0])?.pts }
    #expect(seen == [0, 1, 2, 3].map(time))
  }

  @Test(
    "where packets say only when they are decoded, pictures are seen at these times in turn",
    arguments: [
      // Of none is it said when it is seen; of some, as FFmpeg has it of AVI; one was lost.
      ([nil, nil, nil, nil, nil, nil, nil], [0, 2, 3, 1, 5, 6, 4], [0, 1, 2, 3, 4, 5, 6]),
      ([nil, nil, 2, 3, nil, 5, 6], [0, 2, 3, 1, 5, 6, 4], [0, 1, 2, 3, 4, 5, 6]),
      ([nil, nil, 2, 3, nil, 5, 6], [0, 2, 1, 4], [0, 1, 2, 4]),
    ] as [([Int?], [Int], [Int])])
  func decodingTimes(pts: [Int?], order: [Int], seen: [Int]) {
    var stamps = PacketStamps()
    let tokens = pts.enumerated().map { index, pts in
      // The fifth packet is a key frame.
      stamps.note(pts: pts.map(time), dts: time(index), duration: time(1), isKey: index % 4 == 0)
    }
    #expect(order.map { stamps.take(tokens[$0])?.pts } == seen.map(time))
  }

  @Test("a second picture of one packet is seen behind the first; of another place it is none")
  func second() {
    var stamps = PacketStamps()
    let token = stamps.note(pts: time(4), dts: nil, duration: time(1), isKey: false)
    #expect(stamps.take(token)?.pts == time(4))
    #expect(stamps.take(token)?.pts == time(5))
    #expect(stamps.take(token)?.pts == time(6))
    stamps.removeAll()
    #expect(stamps.take(token) == nil)
  }

  @Test("of a packet with two pictures and one with none each has its own time")
  func packed() {
    var stamps = PacketStamps()
    func note(_ number: Int) -> UInt64 {
      stamps.note(pts: nil, dts: time(number), duration: time(1), isKey: false)
    }
    let first = note(0)
    #expect(stamps.take(first)?.pts == time(0))
    let double = note(1)
    #expect(stamps.take(double)?.pts == time(1))
    #expect(stamps.take(double)?.pts == time(2))
    _ = note(2)
    #expect(stamps.take(note(3))?.pts == time(3))
  }

  @Test("packets of which no picture comes are forgotten in the end")
  func bounded() {
    var stamps = PacketStamps()
    let first = stamps.note(pts: time(0), dts: nil, duration: nil, isKey: false)
    for number in 1...300 {
      _ = stamps.note(pts: time(number), dts: nil, duration: nil, isKey: false)
    }
    #expect(stamps.take(first) == nil)
  }
}
