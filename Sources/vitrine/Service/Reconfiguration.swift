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

  /// A broken one is told, and changes nothing.
  func look(_ lists: [ServedList], _ log: Log) {
    guard !order.isSafe else { return }
    do throws(ConfigurationTrouble) {
      let new = try order.read().configuration.configuration
      let old = settings.withLock { settings in
        defer { settings = new }
        return settings
      }
      // Without one nothing was set up that could be changed: the manager starts us again.
      guard let old else { return lists.forEach { $0.player.quit() } }
      take(ConfigurationChange(from: old, to: new), new, lists, log)
    } catch {
      for line in error.lines { log.error(line) }
      log.warning("the configuration as it was before goes on")
    }
  }

  private func take(
    _ change: ConfigurationChange, _ settings: Configuration, _ lists: [ServedList], _ log: Log
  ) {
    guard let first = lists.first else { return }
    for command in change.commands { first.player.perform(command) }
    if change.hasOtherPlaylist, order.playlists.isEmpty { first.exchange(order.source(settings)) }
    if !change.waiting.isEmpty {
      let sections = change.waiting.joined(separator: ", ")
      log.warning("changed, and taken at the next start: \(sections). systemctl restart vitrine")
    }
  }
}
