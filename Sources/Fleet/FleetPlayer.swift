package import VitrineControl
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

/// The player of a screen, as its agent uses it. No function blocks.
package protocol FleetPlayer: AnyObject, Sendable {
  func snapshot() -> FleetSnapshot

  /// Carries out a change and calls `done` once, from any thread.
  func apply(_ change: FleetChange, done: @escaping @Sendable (Refusal?) -> Void)

  /// Carries out a command, without an answer.
  func perform(_ request: Request)

  /// Calls `done` with a screenshot as PNG, from any thread; nil if there is none.
  func capture(done: @escaping @Sendable ([UInt8]?) -> Void)

  /// Calls `body` after each change of the state, with whether an item has come on screen. Returns a function that
  /// ends that.
  func observe(_ body: @escaping @Sendable (_ isEdge: Bool) -> Void) -> @Sendable () -> Void
}

/// A player that control interfaces use.
package final class ControlledFleetPlayer: FleetPlayer {
  private let controlled: any Controlled
  private static let timeout = Duration.seconds(20)
  /// A screenshot of this width is at most some hundred kilobytes.
  private static let screenshotWidth = 480
  private static let largestScreenshot = 1 << 20
  /// Reading the health opens files of the kernel.
  private static let healthInterval = Duration.seconds(5)

  private let lastHealth = Shared<(time: HostTime, health: Health?)?>(nil)

  package init(_ controlled: any Controlled) { self.controlled = controlled }

  /// The health, at most some seconds old.
  private var health: Health? {
    let now = HostTime.now()
    if let last = lastHealth.value, now - last.time < Self.healthInterval { return last.health }
    let health = controlled.health
    lastHealth.update { $0 = (now, health) }
    return health
  }

  package func snapshot() -> FleetSnapshot {
    let (status, reports) = (controlled.status, controlled.reports)
    var snapshot = FleetSnapshot()
    (snapshot.phase, snapshot.isPaused) = (status.phase.word, status.isPaused)
    snapshot.item = status.isShown ? status.item?.name : nil
    snapshot.values = [
      .volume: .number((status.volume * 1000).rounded() / 1000), .muted: .bool(status.isMuted),
      .rotation: .number(Double(status.rotation.rawValue)), .fit: .text(status.fit.rawValue),
      .power: .text(status.isDisplayOn ? "on" : "off"),
    ]
    if let percent = status.brightness.percent, status.dimming != nil {
      snapshot.values[.brightness] = .number(Double(percent))
    }
    if let release = reports.content?.shown {
      snapshot.values[.content] = .number(Double(release.number))
      snapshot.isOnTrial = release.isOnTrial
    }
    snapshot.faults[.content] = reports.content?.trouble
    if let health {
      snapshot.dark = health.main.picture?.missing
      snapshot.problems = health.problems.map(\.text)
      snapshot.isSpared = health.machine.easing != .none
      snapshot.isClockSet = health.machine.isClockTrusted ?? true
    } else {
      snapshot.dark = status.display?.dark
    }
    snapshot.time = Int(saturating: WallTime.seconds)
    return snapshot
  }

  package func apply(_ change: FleetChange, done: @escaping @Sendable (Refusal?) -> Void) {
    let deadline = HostTime.now() + Self.timeout
    switch change {
    case .load(let sources): controlled.loadAtEdge(sources, until: deadline, done: done)
    case .request(let request):
      let reply = controlled.answer(request, listBytes: 0) {
        DeferredReply(until: deadline) { done($0.refusal) }
      }
      if let reply { done(reply.refusal) }
    }
  }

  package func perform(_ request: Request) {
    apply(.request(request)) { _ in }
  }

  package func capture(done: @escaping @Sendable ([UInt8]?) -> Void) {
    controlled.capture(width: Self.screenshotWidth) { result in
      // A display that is off has no picture.
      done(try? result.get().bytes(most: Self.largestScreenshot))
    }
  }

  package func observe(_ body: @escaping @Sendable (_ isEdge: Bool) -> Void)
    -> @Sendable () -> Void
  {
    let endStatus = controlled.observeStatus { body(false) }
    let endEvents = controlled.observeEvents { event in
      if case .shown = event { body(true) }
    }
    return {
      endStatus()
      endEvents()
    }
  }
}

extension Reply {
  fileprivate var refusal: Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}
