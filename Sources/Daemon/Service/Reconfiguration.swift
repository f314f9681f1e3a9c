import Engine
import Playback
import Settings
import Synchronization

/// Reads the configuration again, and has done what can be while it plays. Thread-safe.
final class Reconfiguration: Sendable {
  private let order: ServiceOrder
  private let settings: Mutex<Configuration?>

  /// `found` is what the service began with; nil where that could not be used.
  init(_ order: ServiceOrder, _ found: ConfigurationPlaces.Found?) {
    self.order = order
    settings = Mutex(found?.configuration.configuration)
  }

  /// A broken one is told, and changes nothing. What is wrong with it.
  func look(_ lists: [ServedList], _ log: Log) -> String? {
    guard !order.isSafe else { return nil }
    do throws(ConfigurationTrouble) {
      let new = try order.read().configuration.configuration
      let old = settings.withLock { settings in
        defer { settings = new }
        return settings
      }
      // Without one nothing was set up that could be changed: the manager starts us again.
      if let old {
        take(ConfigurationChange(from: old, to: new), new, lists, log)
      } else {
        for list in lists { list.player.quit() }
      }
      return nil
    } catch {
      for line in error.lines { log.error(line) }
      log.warning("the configuration as it was before goes on")
      return error.lines.first
    }
  }

  private func take(
    _ change: ConfigurationChange, _ settings: Configuration, _ lists: [ServedList], _ log: Log
  ) {
    for list in lists {
      for command in change.shared { list.player.perform(command) }
      if let table = change.schedule { list.player.schedule(table) }
    }
    for command in change.commands { lists.first?.player.perform(command) }
    if change.hasOtherPlaylist {
      for list in lists {
        list.exchange(order.source(settings, on: list.connector), settings.playback)
      }
    }
    if !change.waiting.isEmpty {
      let sections = change.waiting.joined(separator: ", ")
      log.warning(
        "changed, and taken at the next start: \(sections). systemctl restart \(order.unit)")
    }
  }
}
