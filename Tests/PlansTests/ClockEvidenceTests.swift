import Foundation
import Testing

@testable import VitrinePlans

struct ClockEvidenceTests {
  private struct Machine {
    var files: [String: String] = [:]
    var isSynchronised = false
    let isTrusted: Bool
  }

  @Test("A clock synchronised by a time server is trusted after the first sync, or with a battery")
  func evidence() throws {
    let timesync = "run/systemd/timesync"
    let machines = [
      // Set manually, by another program, or in a container.
      Machine(isTrusted: true),
      Machine(files: ["\(timesync)/x": ""], isTrusted: false),
      Machine(files: ["\(timesync)/synchronized": ""], isTrusted: true),
      Machine(files: ["\(timesync)/x": ""], isSynchronised: true, isTrusted: true),
      Machine(
        files: ["\(timesync)/x": "", "sys/class/rtc/rtc0/since_epoch": "1796000000\n"],
        isTrusted: true),
      // A dead battery, and an unreadable clock.
      Machine(
        files: ["\(timesync)/x": "", "sys/class/rtc/rtc0/since_epoch": "946684800\n"],
        isTrusted: false),
      Machine(
        files: ["\(timesync)/x": "", "sys/class/rtc/rtc0/since_epoch": "4102444800\n"],
        isTrusted: false),
      Machine(
        files: [
          "\(timesync)/x": "", "sys/class/rtc/rtc0/since_epoch": "",
          "sys/class/rtc/rtc1/since_epoch": "1796000000",
        ], isTrusted: true),
    ]
    for (number, machine) in machines.enumerated() {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "vitrine-clock-\(number)-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      for (name, text) in machine.files {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let evidence = ClockEvidence.read(
        below: folder.path, isSynchronised: machine.isSynchronised)
      #expect(evidence.isTrusted == machine.isTrusted, "\(machine)")
    }
  }
}
