import Synchronization
import Testing
import VitrineEngine
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineTiming

@testable import VitrineOperations

struct ServiceNotifierTests {
  private final class Manager: Sendable {
    private let notices = Mutex<[ServiceNotification]>([])
    var heard: [ServiceNotification] { notices.withLock { $0 } }
    func hear(_ notice: ServiceNotification) { notices.withLock { $0.append(notice) } }
  }

  private static let time = HostTime(nanoseconds: 7_000)
  private static let display = DisplayDescription(
    name: "TV", mode: "1920x1080@60", size: PixelSize(1920, 1080), refresh: 60, renderMode: "",
    planes: [], format: nil)
  private static let error = PlaybackError(.source, "no such file", exitStatus: .noInput)

  @Test(
    "The service is ready when it shows something, waits for something, or is off",
    arguments: [
      (.firstPicture(time), true), (.waiting(error, retryAfter: .seconds(1)), true),
      (.interfaceShown(isVisible: true, at: time), true),
      (.interfaceShown(isVisible: false, at: time), false),
      (.power(isOn: false), true), (.power(isOn: true), false),
      (.display(.dark(reason: "nothing is connected")), true), (.display(.off(display)), true),
      (.display(.lit(display, reason: "preferred")), false), (.display(.warning("loose")), false),
      (.playing(Item(path: "/a")), false), (.failed(Item(path: "/a"), error), false),
      (.ended, false),
    ] as [(PlayerEvent, Bool)])
  func readiness(event: PlayerEvent, isReady: Bool) {
    let manager = Manager()
    let notifier = ServiceNotifier { manager.hear($0) }
    // An earlier reload would make the manager think that the service is ready.
    notifier.sendOnceReady(.reloading(Self.time))
    notifier.sendOnceReady(.ready)
    #expect(manager.heard == [])
    notifier.handle(event)
    notifier.handle(event)
    #expect(manager.heard == (isReady ? [.ready] : []))
    notifier.sendOnceReady(.reloading(Self.time))
    #expect(manager.heard == (isReady ? [.ready, .reloading(Self.time)] : []))
  }

  @Test("A player that waits for a slow or failed network source is ready")
  func network() {
    let (manager, queue) = (Manager(), Queue([Item(path: "/a")]))
    let slow = ServiceNotifier { manager.hear($0) }
    var status = Self.status("a")
    status.awaitsNetwork = true
    slow.updateStatus(status, queue, now: Self.time)
    slow.updateStatus(status, queue, now: Self.time + .seconds(9))
    #expect(!manager.heard.contains(.ready))
    slow.updateStatus(status, queue, now: Self.time + .seconds(10))
    #expect(manager.heard.contains(.ready))
    let other = Manager()
    let held = ServiceNotifier { other.hear($0) }
    status.networkError = "no way to tv.example"
    held.updateStatus(status, queue, now: Self.time)
    #expect(other.heard.contains(.ready))
  }

  private static func status(
    _ name: String?, entry: Int? = nil, isPaused: Bool = false, isOn: Bool = true
  ) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.item, status.entry) = (name.map { Item(path: "/\($0)") }, entry)
    (status.isPaused, status.isDisplayOn) = (isPaused, isOn)
    return status
  }

  private static func failed() -> PlaybackStatus {
    var status = PlaybackStatus()
    status.phase = .failed(error)
    return status
  }

  @Test(
    "A status line names the current item",
    arguments: [
      (status(nil), "ab", nil, "nothing is playing"),
      (failed(), "a", nil, "nothing to play: no such file"),
      (status("b", entry: 2), "ab", nil, "playing b, 2 of 2"),
      (status("a", entry: 1), "a", nil, "playing a"),
      (status("c", entry: 9), "ab", nil, "playing c"),
      (status("a", entry: 1, isPaused: true), "ab", nil, "paused: a, 1 of 2"),
      (status("a", entry: 1, isOn: false), "a", nil, "playing a; the display is off"),
      (status("a", entry: 1), "a", "no cable", "playing a; no picture: no cable"),
      (
        status("a", entry: 1, isOn: false), "a", "no cable",
        "playing a; the display is off; no picture: no cable"
      ),
    ] as [(PlaybackStatus, String, String?, String)])
  func line(status: PlaybackStatus, names: String, darkness: String?, line: String) {
    let queue = Queue(names.map { Item(path: "/\($0)") })
    #expect(ServiceNotifier.line(status, queue, darkness: darkness) == line)
  }

  @Test("The current item is reported when it changes, with the reason for a missing picture")
  func told() {
    let manager = Manager()
    let (notifier, queue) = (ServiceNotifier { manager.hear($0) }, Queue([Item(path: "/a")]))
    for _ in 0..<2 { notifier.updateStatus(Self.status("a", entry: 1), queue) }
    notifier.handle(.display(.dark(reason: "no cable")))
    notifier.updateStatus(Self.status("a", entry: 1), queue)
    notifier.handle(.display(.lit(Self.display, reason: "preferred")))
    notifier.updateStatus(Self.status("a", entry: 1), queue)
    notifier.handle(.display(.dark(reason: "no cable")))
    notifier.handle(.display(.off(Self.display)))
    notifier.updateStatus(Self.status("a", entry: 1), queue)
    #expect(
      manager.heard == [
        .status("playing a"), .ready, .status("playing a; no picture: no cable"),
        .status("playing a"),
      ])
  }
}
