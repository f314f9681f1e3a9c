import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// Reads the content of triggers when their keys are pressed, and hands it to the list of the service. Thread-safe.
final class TriggerReader: Sendable {
  private let settings: [String: TriggerSettings]
  private let log: Log
  /// Nil until the service listens, and without a service.
  private let target = Shared<Target?>(nil)
  /// The keys that are down.
  private let held = Shared<Set<String>>([])

  private struct Target: Sendable {
    let controller: OverrideController
    let sources: SourceThread
    let read: ItemReader
  }

  /// A list on a server that does not answer is given up.
  private static let timeout = Duration.seconds(10)

  init(_ settings: [String: TriggerSettings], _ log: Log) {
    (self.settings, self.log) = (settings, log)
  }

  /// Connects a service's list. Its player wakes the list when its content is over.
  func connect(
    _ controller: OverrideController, _ player: Player, read: @escaping ItemReader
  ) throws(Errno) {
    guard !settings.isEmpty else { return }
    let made = Target(controller: controller, sources: try SourceThread(), read: read)
    target.update { $0 = made }
    controller.follow(player)
  }

  /// A key was pressed or released. Does not block.
  func pull(_ name: String, isDown: Bool) {
    guard let trigger = settings[name] else { return }
    guard let target = target.value else {
      return log.write(
        .triggerFailed, "trigger \(name): needs a service; start the player with vitrine run")
    }
    guard isDown else {
      return held.update { held in
        held.remove(name)
        target.controller.release(name)
      }
    }
    held.update { _ = $0.insert(name) }
    // A reader's code is not held.
    let start = TriggeredContent.Start(
      trigger.start, isKey: name.hasPrefix("KEY_") || name.hasPrefix("BTN_"))
    target.sources.read(until: .now() + Self.timeout) { () throws(Refusal) in
      try target.read([trigger.source])
    } done: { [held, log] result in
      switch result {
      case .failure(let refusal): log.write(.triggerFailed, "trigger \(name): \(refusal)")
      case .success(let items) where items.isEmpty:
        log.write(.triggerFailed, "trigger \(name): \(trigger.source) is empty")
      case .success(let items):
        let content = TriggeredContent(name: name, items, start)
        // The key may have been released meanwhile. Within the lock, so that a release comes after this.
        held.update { held in
          if start != .held || held.contains(name) { target.controller.begin(content) }
        }
      }
    }
  }
}

extension TriggeredContent.Start {
  /// `isKey` is whether it can be held.
  fileprivate init(_ start: TriggerSettings.Start, isKey: Bool) {
    self =
      switch start {
      case .now: .now
      case .held: isKey ? .held : .now
      case .next: .next
      }
  }
}
