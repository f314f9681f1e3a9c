import Foundation
import Testing
import VitrineTiming

@testable import VitrineLinux

/// Calls itself until its thread's stack is full.
@inline(never) private func recurse(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { bytes in
    bytes[depth % 256] = 1
    return recurse(depth + 1) + Int(bytes[0])
  }
}

@Suite("The ring of events")
struct EventRingTests {
  private static func words(_ bytes: [UInt8]) -> [[UInt64]] {
    stride(from: 0, to: bytes.count, by: EventRing.recordSize).map { start in
      (0..<4).map { word in
        (0..<8).reduce(0) { $0 | UInt64(bytes[start + word * 8 + $1]) << UInt64($1 * 8) }
      }
    }
  }

  private static func time(_ value: UInt64) -> HostTime { HostTime(nanoseconds: Int64(value)) }

  @Test("A stack overflow in a named thread is recorded")
  func overflow() async throws {
    let path = NSTemporaryDirectory() + "overflow-\(UInt64.random(in: 0...(.max)))"
    defer { unlink(path) }
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
      let ring = EventRing(logarithm: 3)
      try #require(ring.recordCrashes(to: path, program: "test", kind: 1))
      try NamedThread("overflow") { _ = recurse(0) }.join()
    }
    let record = try Data(contentsOf: URL(filePath: path))
    #expect(record.count == 1000 + 8 * EventRing.recordSize)
    #expect(record.range(of: Data("overflow".utf8)) != nil)
  }

  @Test("The ring keeps the latest events")
  func latest() {
    let ring = EventRing(logarithm: 3)
    for number in 1...20 as ClosedRange<UInt64> {
      ring.record(kind: 5, source: 2, number, number * 10, at: Self.time(number))
    }
    let found = Self.words(ring.snapshot(since: Self.time(0))).sorted { $0[1] < $1[1] }
    #expect(found.map { $0[1] } == Array(13...20))
    #expect(found.first == [13 << 32 | 5 << 16 | 2, 13, 13, 130])
    #expect(Self.words(ring.snapshot(since: Self.time(18))).count == 3)
    #expect(EventRing(logarithm: 3).snapshot(since: Self.time(0)).isEmpty)
  }

  @Test("A snapshot has no record that is half written")
  func torn() throws {
    let ring = EventRing(logarithm: 4)
    let isOver = Shared(false)
    // A second writer would overtake the first by a whole round while that is interrupted.
    let thread = try NamedThread("events") {
      var number: UInt64 = 1
      while !isOver.value {
        ring.record(kind: 1, source: 0, number, ~number, at: Self.time(number))
        number += 1
      }
    }
    for _ in 0..<2000 {
      for words in Self.words(ring.snapshot(since: Self.time(0))) {
        #expect(words[2] == ~words[3] && words[1] == words[2])
      }
    }
    isOver.update { $0 = true }
    thread.join()
  }
}
