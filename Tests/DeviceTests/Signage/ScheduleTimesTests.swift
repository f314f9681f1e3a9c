import Foundation
import Testing

/// Calendar events and the volume schedule, checked by the display and the recorded sound in virtual time.
@Suite(.enabled(if: Lab.isThere))
struct ScheduleTimesTests {
  private static let list = """
    items:
    - {file: house.mp4, title: house}
    - {color: "#204060", title: closed, duration: 10, mode: exclusive, calendar: shop.ics, event: closed}
    """

  /// In local time: every day from the 24th on, except one excluded date.
  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Vitrine//Tests//EN
    BEGIN:VEVENT
    UID:1
    DTSTAMP:20261201T000000Z
    SUMMARY:Closed
    DTSTART:20261224T080200
    DTEND:20261224T080300
    RRULE:FREQ=DAILY
    EXDATE:20261225T080200
    END:VEVENT
    BEGIN:VEVENT
    UID:2
    DTSTAMP:20261201T000000Z
    SUMMARY:Concert
    DTSTART:20261224T080000
    DTEND:20261224T090000
    END:VEVENT
    END:VCALENDAR
    """

  /// Writes a list with its clip and calendar, and returns its path.
  private func list(_ name: String) throws -> String {
    let folder = try Lab.folder("\(name)-list")
    let clip = try Clips.motion("schedule-house.mp4", size: "160x120", seconds: 12)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "house.mp4").path, withDestinationPath: clip)
    try Data(Self.list.utf8).write(to: folder.appending(path: "list.yaml"))
    let lines = Self.calendar.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
    try Data(lines.utf8).write(to: folder.appending(path: "shop.ics"))
    return folder.appending(path: "list.yaml").path
  }

  /// Plays the list for `seconds` from a given time on.
  private func play(_ name: String, from time: String, seconds: Int) throws -> URL {
    let out = try Lab.folder(name)
    let result = try Lab.guest(
      ["--travel", "--display", "320x240@60", "--record"], out: out,
      """
      date -s '\(time)' > /dev/null; cd /tmp; mkdir -p $OUT/run $OUT/state; export RUNTIME_DIRECTORY=$OUT/run
      printf '%s\\n' 'playlist: "\(try list(name))"' 'audio:' '  device: hw:CARD=Loopback,DEV=0' \
        '  schedule: ["mon-sun 08:01-08:02 25%"]' > a.yaml
      $VITRINE run --config a.yaml --state $OUT/state --socket /tmp/c.sock 2> $OUT/log & P=$!
      sleep \(seconds); kill $P; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    try #require(result.status == 0, "\(result.output) \(log)")
    return out
  }

  @Test("Calendar events and volume changes start and end at their minutes")
  func minutes() throws {
    let out = try play("schedule-times", from: "2026-12-24 08:00:30", seconds: 170)
    let all = try WrittenShowing.all(out)
    let closed = all.filter { $0.title == "closed" }
    #expect(closed.count == 6 && closed.allSatisfy { abs($0.seconds - 10) < 0.05 }, "\(all)")
    // The clip playing at the start of the event plays to its end, and so does the last still.
    #expect(try !closed.isEmpty && (0..<12).contains(seconds(closed[0].start, after: "08:02:00")))
    // A quarter of the volume. Each clip's sound is briefly louder at its start.
    let tone = try HeardTone(out)
    let begin = try seconds(#require(all.first).start, after: "08:00:00")
    let parts = [1.0..<11, 60.3 - begin..<65 - begin].map { tone.peak(in: $0) }
    #expect(parts[0] > 1000 && abs(parts[1] / parts[0] - 0.25) < 0.01, "\(parts)")
    let edge = tone.last(above: parts[0] / 2, in: 0..<119.8 - begin) + begin
    #expect(abs(edge - 60) < 0.2, "\(edge)")
    print("schedule: quieter \(edge - 60) s after the row's minute")
  }

  @Test("An excluded date has no event")
  func exception() throws {
    let out = try play("schedule-exception", from: "2026-12-25 08:01:30", seconds: 50)
    let all = try WrittenShowing.all(out)
    #expect(all.count > 3 && all.allSatisfy { $0.title == "house" }, "\(all)")
  }

  /// The seconds from a time of day to a timestamp.
  private func seconds(_ moment: String, after time: String) throws -> Double {
    let fields = try #require(moment.firstMatch(of: /T(\d+):(\d+):([\d.]+)/))
    let parts = time.split(separator: ":").compactMap { Double($0) }
    let (hours, minutes) = (Double(fields.1) ?? .nan, Double(fields.2) ?? .nan)
    return (hours - parts[0]) * 3600 + (minutes - parts[1]) * 60 + (Double(fields.3) ?? .nan)
      - parts[2]
  }
}
