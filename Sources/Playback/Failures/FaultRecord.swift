package import VitrineTiming

/// The record of a fault in a file: the cause, and the events before it.
///
/// The file has a header of 1000 bytes and the events with 32 bytes each, all numbers little-endian. The handler of a
/// crash in `CLinux` writes the same header.
package struct FaultRecord: Hashable, Sendable {
  package var fault: Fault
  /// In seconds since 1970.
  package var time: Int64
  /// Whether a time server had set the clock.
  package var isClockTrusted: Bool
  package var hostTime: HostTime
  /// The version of the program.
  package var program: String
  /// The cause in words; for a crash, the item.
  package var text: String
  /// Nil for other faults than a crash.
  package var crash: Crash?
  /// In the order of their times.
  package var events: [RecordedEvent] = []

  package struct Crash: Hashable, Sendable {
    package var signal: Int32
    package var address: UInt64
    package var thread: String
    /// The code's offsets in the program, the innermost first.
    package var offsets: [UInt64]

    /// Whether another process sent the signal.
    package var isSent = false

    package init(
      signal: Int32, address: UInt64, thread: String, isSent: Bool = false, offsets: [UInt64]
    ) {
      (self.signal, self.address, self.isSent) = (signal, address, isSent)
      (self.thread, self.offsets) = (thread, offsets)
    }
  }

  package init(
    _ fault: Fault, _ text: String, time: Int64, isClockTrusted: Bool, at hostTime: HostTime,
    program: String
  ) {
    (self.fault, self.text, self.program) = (fault, text, program)
    (self.time, self.isClockTrusted, self.hostTime) = (time, isClockTrusted, hostTime)
  }

  private static let magic = Array("VITFAULT".utf8)
  private static let headerSize = 1000
  private static let mostFrames = 48
  private static let textSize = 512
  private static let eventSize = 32
  /// Larger files are not read.
  package static let largestFile = headerSize + eventSize << 15

  /// The period of the events before a fault.
  package static let period = Duration.seconds(60)

  /// The bytes of the header of a fault that is not a crash; the events follow it.
  package var header: [UInt8] {
    var bytes = Self.magic
    func number(_ value: UInt64, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func padded(_ text: String, _ size: Int) -> [UInt8] {
      let kept = Array(text.utf8.prefix(size - 1))
      return kept + [UInt8](repeating: 0, count: size - kept.count)
    }
    bytes += number(UInt64(fault.rawValue), 4) + number(isClockTrusted ? 1 : 0, 4)
    bytes += number(UInt64(bitPattern: time), 8)
    bytes += number(UInt64(bitPattern: hostTime.nanoseconds), 8)
    bytes += [UInt8](repeating: 0, count: 24 + 16)
    bytes += padded(program, 32) + padded(text, Self.textSize)
    return bytes + [UInt8](repeating: 0, count: Self.headerSize - bytes.count)
  }

  /// Reads a file, which may be damaged. Returns nil if it is not a record; skips damaged events.
  package init?(bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, bytes.starts(with: Self.magic) else { return nil }
    // bound: all offsets are below headerSize.
    func number(_ offset: Int, _ size: Int = 8) -> UInt64 {
      (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64($1 * 8) }
    }
    func text(_ offset: Int, _ size: Int) -> String {
      let part = bytes[offset..<offset + size].prefix { $0 != 0 }
      return String(String(decoding: part, as: UTF8.self).unicodeScalars.filter { $0.value >= 32 })
    }
    guard var fault = Fault(rawValue: UInt32(number(8, 4))) else { return nil }
    let isSent = number(12, 4) & 2 != 0
    // The service manager's signal after a timeout.
    if fault == .crashed, isSent, number(48, 4) == 6 { fault = .watchdogLate }
    self.init(
      fault, fault == .crashed || !isSent ? text(104, Self.textSize) : Self.timeoutText,
      time: Int64(bitPattern: number(16)),
      isClockTrusted: number(12, 4) & 1 != 0,
      at: HostTime(nanoseconds: Int64(bitPattern: number(24))), program: text(72, 32))
    if fault == .crashed {
      let base = number(40)
      let depth = min(Int(number(52, 4)), Self.mostFrames)
      crash = Crash(
        signal: Int32(truncatingIfNeeded: number(48, 4)), address: number(32), thread: text(56, 16),
        isSent: isSent, offsets: (0..<depth).map { number(616 + $0 * 8) &- base })
    }
    let count = min(bytes.count, Self.largestFile) - Self.headerSize
    events = (0..<count / Self.eventSize).compactMap { index in
      let start = Self.headerSize + index * Self.eventSize
      let tag = number(start)
      let time = HostTime(nanoseconds: Int64(bitPattern: number(start + 8)))
      guard let kind = RecordedEvent.Kind(rawValue: UInt16(truncatingIfNeeded: tag >> 16)),
        time <= hostTime, time > hostTime - Self.period
      else { return nil }
      return RecordedEvent(
        kind, source: UInt16(truncatingIfNeeded: tag), number(start + 16), number(start + 24),
        at: time)
    }.sorted { $0.time < $1.time }
  }

  /// The events as lines, with the seconds before the fault.
  package var eventLines: [String] {
    var flips: [UInt16: RecordedEvent] = [:]
    return events.map { event in
      let text = event.description(after: flips[event.source])
      if event.kind == .flip { flips[event.source] = event }
      return "\(RecordedEvent.text((event.time - hostTime).seconds, digits: 3)) s  \(text)"
    }
  }

  /// The code that led to a crash, the innermost first, as offsets in the program.
  package var backtrace: [String] {
    (crash?.offsets ?? []).map { offset in
      offset < Self.largestProgram ? "vitrine+0x\(String(offset, radix: 16))" : "(in a library)"
    }
  }

  private static let largestProgram: UInt64 = 1 << 30

  /// The cause in words.
  package var cause: String {
    guard let crash else { return text }
    if crash.isSent { return "signal \(crash.signal), sent by another process" }
    let place = text.isEmpty ? "" : ", while playing \(text)"
    return "\(Self.signalName(crash.signal)) in thread \(crash.thread)\(place)"
  }

  private static let timeoutText = "the service manager ended it after a timeout"

  private static func signalName(_ number: Int32) -> String {
    let names: [Int32: String] = [
      4: "illegal instruction or failed check", 5: "failed check", 6: "abort", 7: "bus error",
      8: "arithmetic error", 11: "invalid memory access",
    ]
    return "\(names[number] ?? "crash") (signal \(number))"
  }
}
