import Testing
import VitrineAddresses
import VitrineLinux
import VitrineTiming

@testable import VitrineSignage

/// When the updater checks its sources. Times are in seconds.
struct CheckScheduleTests {
  private func at(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64(seconds * 1e9))
  }

  private func schedule(server: Bool, folder: Bool) throws -> CheckSchedule {
    var settings = ContentUpdateSettings(store: Folder("/var/lib/vitrine/content"))
    if server { settings.manifest = try RemoteURL("https://tv.example/vitrine.json") }
    if folder { settings.folder = "/srv/films" }
    settings.period = .seconds(300)
    settings.folderPeriod = .seconds(3)
    return CheckSchedule(settings, at: at(100))
  }

  @Test(
    "The next check is that of the first due source",
    arguments: [(true, false, 400.0), (true, true, 103), (false, true, 103), (false, false, 400)])
  func next(server: Bool, folder: Bool, due: Double) throws {
    var schedule = try schedule(server: server, folder: folder)
    #expect(schedule.due == at(100) && schedule.isServerDue(at: at(100)) == server)
    schedule.recordServerCheck(at: at(100), hasContent: true)
    schedule.finish(at: at(100))
    #expect(schedule.due == at(due) && !schedule.isServerDue(at: at(100)))
  }

  @Test("Without content, the server is checked again soon")
  func initial() throws {
    var schedule = try schedule(server: true, folder: false)
    schedule.recordServerCheck(at: at(100), hasContent: false)
    schedule.finish(at: at(101))
    #expect(schedule.due == at(120) && schedule.isServerDue(at: at(120)))
  }

  @Test(
    "A request checks folders at once, and the server at most once a second",
    arguments: [
      (false, 100.2, 101.0), (false, 150, 150), (false, 500, 400), (true, 100.2, 100.2),
    ])
  func request(folder: Bool, now: Double, due: Double) throws {
    var schedule = try schedule(server: true, folder: folder)
    schedule.recordServerCheck(at: at(100), hasContent: true)
    schedule.finish(at: at(100))
    schedule.request(at: at(now))
    #expect(schedule.due == at(due))
  }
}
