import Testing
import VitrineLinux
import VitrinePictures
import VitrineTiming

@testable import VitrineScanout

@Suite("The conversation with a monitor about its brightness")
struct MonitorDialogueTests {
  /// 50 of 100.
  private static let reply: [UInt8] = [
    0x6E, 0x88, 0x02, 0x00, 0x10, 0x00, 0x00, 0x64, 0x00, 0x32, 0xF2,
  ]

  @Test("Messages have the standard's bytes")
  func messages() {
    #expect(MonitorMessage.question == [0x51, 0x82, 0x01, 0x10, 0xAC])
    #expect(MonitorMessage.setting(50) == [0x51, 0x84, 0x03, 0x10, 0x00, 0x32, 0x9A])
    #expect(MonitorMessage.setting(0x1234) == [0x51, 0x84, 0x03, 0x10, 0x12, 0x34, 0x8E])
  }

  @Test("A reply gives the level, which a monitor cannot exceed")
  func replies() throws {
    #expect(try MonitorMessage.level(in: Self.reply) == MonitorLevel(current: 50, most: 100))
    #expect(
      try MonitorMessage.level(in: Self.reply + [0, 0]) == MonitorLevel(current: 50, most: 100))
    let wide = FakeMonitor.reply(current: 0xFFFF, most: 0x0102)
    #expect(try MonitorMessage.level(in: wide) == MonitorLevel(current: 0x0102, most: 0x0102))
    let level = MonitorLevel(current: 0, most: 0xFFFF)
    #expect([-5, 0, 50, 100, 1000].map(level.level(at:)) == [0, 0, 32768, 65535, 65535])
  }

  @Test("Any other reply is refused, with its cause")
  func refused() {
    var unknown = FakeMonitor.reply(current: 1, most: 100)
    (unknown[3], unknown[10]) = (1, unknown[10] ^ 1)
    var other = Self.reply
    (other[4], other[10]) = (0x12, other[10] ^ 0x02)
    let rows: [([UInt8], MonitorFault)] = [
      ([], .garbled), ([0x6E], .garbled), ([0x6E, 0x80], .garbled), ([0x6E, 0x80, 0xBE], .silent),
      ([0x6E, 0x80, 0xBE] + Array(repeating: 0xFF, count: 8), .silent),
      (Array(repeating: 0, count: 11), .garbled), (Array(repeating: 0xFF, count: 11), .garbled),
      (Array(Self.reply.dropLast()), .garbled), (Array(Self.reply.dropLast()) + [0xF3], .garbled),
      (other, .garbled), (unknown, .unsupported),
      (FakeMonitor.reply(current: 0, most: 0), .unsupported),
    ]
    for (bytes, fault) in rows {
      #expect(throws: fault, "\(bytes)") { try MonitorMessage.level(in: bytes) }
    }
  }

  @Test("A level is queried once, and set only if it differs, with pauses")
  func steps() {
    var talk = Talk()
    talk.dialogue.request(.percent(80))
    #expect(talk.next() == [.question(at: 0), .read(at: 50), .set(80, at: 100)])
    talk.dialogue.request(.percent(80))
    #expect(talk.next() == [])
    talk.dialogue.request(.percent(30))
    talk.dialogue.request(.percent(20))
    #expect(talk.next() == [.set(20, at: 150)])
    #expect(talk.dialogue.consumeNews() == .answered)
    talk.dialogue.request(.asFound)
    #expect(talk.next() == [.set(50, at: 200)])
    #expect(talk.dialogue.consumeNews() == nil)
  }

  @Test("Without a requested brightness nothing is set")
  func untouched() {
    var talk = Talk()
    #expect(talk.next() == [.question(at: 0), .read(at: 50)])
    #expect(talk.dialogue.due == nil)
  }

  @Test("A monitor that does not answer is given up after half a minute of ever fewer attempts")
  func silent() {
    var talk = Talk()
    talk.monitor.isSilent = true
    talk.dialogue.request(.percent(80))
    let rounds = stride(from: 0, to: talk.next(until: 60_000).count, by: 8)
    #expect(rounds.map { talk.all[$0] } == Self.rounds.map { .question(at: $0) })
    #expect(talk.dialogue.consumeNews() == .failed(.silent) && talk.dialogue.due == nil)
    talk.dialogue.request(.percent(70), isRenewed: true)
    talk.dialogue.sleep()
    #expect(talk.next() == [] && talk.dialogue.consumeNews() == nil)
  }

  /// The first questions of each four, in milliseconds.
  private static let rounds: [Int64] = [0, 850, 2200, 4550, 8900, 17250, 25600, 30050]

  @Test("A monitor that answers late is set, and reported once it has the level")
  func late() {
    for delay in [400, 2500, 9000, 29_000] as [Int64] {
      var talk = Talk()
      talk.monitor.error = .noAddress
      talk.dialogue.request(.percent(80))
      _ = talk.next(until: delay)
      #expect(talk.dialogue.consumeNews() == nil)
      talk.monitor.error = nil
      #expect(talk.next(until: 31_000).count == 3 && talk.monitor.level == 80)
      #expect(talk.dialogue.consumeNews() == .answered)
      talk.dialogue.request(.percent(70))
      #expect(talk.next(until: 40_000).count == 1 && talk.dialogue.consumeNews() == nil)
    }
  }

  @Test("A monitor whose brightness cannot be set is given up at once")
  func unsupported() {
    var talk = Talk()
    talk.monitor.most = 0
    talk.dialogue.request(.percent(80))
    #expect(talk.next(until: 400).count == 8)
    #expect(talk.dialogue.consumeNews() == .failed(.unsupported))
  }

  @Test("A monitor that is off is tried until it answers, and reported once after half a minute")
  func off() {
    var talk = Talk()
    talk.dialogue.request(.percent(80))
    _ = talk.next()
    #expect(talk.dialogue.consumeNews() == .answered)
    talk.monitor.error = .noAddress
    talk.dialogue.request(.percent(30))
    _ = talk.next(until: 30_000)
    #expect(talk.dialogue.consumeNews() == nil)
    _ = talk.next(until: 32_000)
    #expect(talk.dialogue.consumeNews() == .lost(.bus(.noAddress)))
    #expect(talk.next(until: 62_000).count == 12 && talk.dialogue.consumeNews() == nil)
    talk.monitor.error = nil
    #expect(talk.next(until: 80_000).count == 1 && talk.monitor.level == 30)
    #expect(talk.dialogue.due == nil && talk.dialogue.consumeNews() == nil)
  }

  @Test("While a monitor sleeps nothing is sent; when it wakes up it gets the latest level")
  func asleep() {
    for hasAnswered in [true, false] {
      var talk = Talk()
      talk.monitor.error = hasAnswered ? nil : .noAddress
      talk.dialogue.request(.percent(80))
      let before = talk.next(until: 3000).count
      #expect(talk.dialogue.consumeNews() == (hasAnswered ? .answered : nil) && before > 0)
      talk.dialogue.sleep()
      talk.monitor.error = .noAddress
      talk.dialogue.request(.percent(30))
      talk.dialogue.request(.percent(20))
      #expect(talk.next(until: 100_000) == [] && talk.dialogue.due == nil)
      talk.wait(until: 100_000)
      talk.dialogue.request(.percent(20), isRenewed: true)
      _ = talk.next(until: 104_000)
      #expect(talk.dialogue.consumeNews() == nil)
      talk.monitor.error = nil
      _ = talk.next(until: 130_000)
      #expect(talk.monitor.level == 20)
      #expect(talk.dialogue.consumeNews() == (hasAnswered ? nil : .answered))
    }
  }

  @Test("A monitor that was connected again is queried again, and a level set by hand is restored")
  func renewed() {
    var talk = Talk()
    talk.dialogue.request(.percent(80))
    _ = talk.next()
    talk.dialogue.request(.percent(80), isRenewed: true)
    #expect(talk.next() == [.question(at: 150), .read(at: 200)])
    talk.monitor.level = 65
    talk.dialogue.request(.percent(80), isRenewed: true)
    #expect(talk.next() == [.question(at: 250), .read(at: 300), .set(80, at: 350)])
    talk.dialogue.request(.asFound)
    #expect(talk.next() == [.set(65, at: 400)])
  }

  @Test("At the end only the initial level is set, without another question")
  func finish() {
    var talk = Talk()
    talk.dialogue.request(.percent(80))
    talk.dialogue.finish()
    #expect(talk.dialogue.due == nil, "it has not answered yet")
    talk = Talk()
    talk.dialogue.request(.percent(80))
    _ = talk.next()
    talk.monitor.isSilent = true
    talk.dialogue.request(.percent(30), isRenewed: true)
    #expect(talk.next(until: 700).count == 8 && talk.dialogue.due != nil, "it is tried again")
    talk.dialogue.finish()
    #expect(talk.next().count == 1 && talk.monitor.level == 50 && talk.dialogue.due == nil)
    talk.dialogue.finish()
    #expect(talk.dialogue.due == nil)
  }

  /// A conversation on a virtual clock.
  private struct Talk {
    var dialogue = MonitorDialogue(at: Self.start)
    var monitor = FakeMonitor()
    /// The transactions so far.
    private(set) var all: [Entry] = []
    private var now = Self.start
    private static let start = HostTime(nanoseconds: 0)

    /// A transaction, and its time in milliseconds.
    enum Entry: Hashable { case question(at: Int64), read(at: Int64), set(UInt16, at: Int64) }

    mutating func wait(until end: Int64) { now = Self.start + .milliseconds(end) }

    /// Carries out the steps that are due until a time.
    mutating func next(until end: Int64 = 10_000) -> [Entry] {
      var entries: [Entry] = []
      while let due = dialogue.due, due <= Self.start + .milliseconds(end) {
        now = max(now, due)
        let time = Int64((now - Self.start).seconds * 1000 + 0.5)
        guard let step = dialogue.step(at: now) else { continue }
        switch step {
        case .write(MonitorMessage.question): entries.append(.question(at: time))
        case .write(let bytes):
          entries.append(.set(UInt16(bytes[4]) << 8 | UInt16(bytes[5]), at: time))
        case .read: entries.append(.read(at: time))
        }
        do throws(Errno) {
          switch step {
          case .write(let bytes):
            try monitor.write(bytes)
            dialogue.recordWrite(at: now)
          case .read: dialogue.recordReply(try monitor.read(), at: now)
          }
        } catch {
          dialogue.recordFailure(.bus(error), at: now)
        }
      }
      all += entries
      return entries
    }
  }
}

/// A monitor that follows the standard.
struct FakeMonitor: Sendable {
  var level: UInt16 = 50
  var most: UInt16 = 100
  var isSilent = false
  /// The error of each transaction.
  var error: Errno?

  mutating func write(_ bytes: [UInt8]) throws(Errno) {
    if let error { throw error }
    guard bytes.count == 7,
      bytes == MonitorMessage.setting(UInt16(bytes[4]) << 8 | UInt16(bytes[5]))
    else { return }
    level = UInt16(bytes[4]) << 8 | UInt16(bytes[5])
  }

  func read() throws(Errno) -> [UInt8] {
    if let error { throw error }
    return isSilent ? [0x6E, 0x80, 0xBE] : Self.reply(current: level, most: most)
  }

  static func reply(current: UInt16, most: UInt16) -> [UInt8] {
    let bytes: [UInt8] = [
      0x6E, 0x88, 0x02, 0, 0x10, 0, UInt8(most >> 8), UInt8(most & 0xFF), UInt8(current >> 8),
      UInt8(current & 0xFF),
    ]
    return bytes + [bytes.reduce(0x50, ^)]
  }
}
