import Foundation
import Testing
import VitrineSchedules

/// A zone of this machine.
func zone(_ name: String) throws -> ZoneRules {
  try ZoneRules(tzif: [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
}

/// Local clocks, compared with the C library.
@Suite("Local clocks")
struct ZoneRulesTests {
  static let places = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "UTC",
    "Asia/Kathmandu", "Europe/Dublin", "America/St_Johns", "Pacific/Apia", "Asia/Gaza",
    "America/Nuuk", "Antarctica/Troll",
  ]

  @Test("Local times match the C library from 1970 to 2100", arguments: places)
  func offsets(place: String) throws {
    let rules = try zone(place)
    // An odd step meets every hour of the day and every day of the year.
    let moments = stride(from: Int64(0), to: 4_102_444_800, by: 1_296_037)
    let edges = changes(of: rules, from: 1_700_000_000, to: 2_000_000_000)
      .flatMap { [$0 - 1, $0, $0 + 1] }
    let asked = Array(moments) + edges
    let said = try libraryOffsets(place, asked)
    #expect(said.count == asked.count)
    for (moment, offset) in zip(asked, said) {
      #expect(rules.offset(at: moment) == offset, "\(place) at \(moment)")
    }
  }

  private func changes(of rules: ZoneRules, from begin: Int64, to end: Int64) -> [Int64] {
    stride(from: begin, to: end, by: 3600).compactMap { hour in
      guard rules.offset(at: hour) != rules.offset(at: hour + 3600) else { return nil }
      return (hour...hour + 3600).first { rules.offset(at: $0) != rules.offset(at: hour) }
    }
  }

  private func libraryOffsets(_ place: String, _ moments: [Int64]) throws -> [Int] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/date")
    process.arguments = ["-f", "-", "+%::z"]
    process.environment = ["TZ": place]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let lines = Data(moments.map { "@\($0)\n" }.joined().utf8)
    DispatchQueue.global().async {
      try? input.fileHandleForWriting.write(contentsOf: lines)
      try? input.fileHandleForWriting.close()
    }
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.dropFirst().split(separator: ":").compactMap { Int($0) }
      let seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
      return line.first == "-" ? -seconds : seconds
    }
  }

  @Test("An invalid zone file is refused, whether truncated or corrupted")
  func damaged() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
    for length in stride(from: 0, to: bytes.count - 1, by: 7) {
      #expect(throws: ZoneRules.Fault.self) { try ZoneRules(tzif: Array(bytes.prefix(length))) }
    }
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 0xFF
      // Any result is fine if there is one.
      if let rules = try? ZoneRules(tzif: other) { _ = rules.offset(at: 1_800_000_000) }
    }
  }
}
