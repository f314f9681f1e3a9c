import Synchronization
import VitrineGestures
import VitrineLists
import VitrineMachine
import VitrineOverlay
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// Reads the configuration again and applies what can change during playback. Thread-safe.
final class Reconfiguration: Sendable {
  private let options: ServiceOptions
  private let policy: Mutex<ReconfigurationPolicy>

  /// `found` is the configuration at the start, or nil if it was unusable.
  init(_ options: ServiceOptions, _ found: ConfigurationSources.Found?) {
    self.options = options
    policy = Mutex(ReconfigurationPolicy(found?.configuration.configuration, unit: options.unit))
  }

  /// Reads and applies the configuration. An invalid one is logged and changes nothing. Returns its
  /// first error.
  func reload(_ lists: [ServedList], at now: HostTime, log: (LogMessage) -> Void) -> String? {
    guard !options.isSafe else { return nil }
    let read: Result<Configuration, ConfigurationError>
    do throws(ConfigurationError) {
      read = .success(try options.read().configuration.configuration)
    } catch {
      read = .failure(error)
    }
    let effects = policy.withLock { $0.apply(read) }
    for effect in effects { carryOut(effect, lists, at: now, log) }
    if case .failure(let error) = read { return error.lines.first }
    return nil
  }

  private func carryOut(
    _ effect: ReconfigurationPolicy.Effect, _ lists: [ServedList], at now: HostTime,
    _ log: (LogMessage) -> Void
  ) {
    switch effect {
    case .perform(let command): lists.first?.player.perform(command)
    case .performOnAll(let command): for list in lists { list.player.perform(command) }
    case .schedule(let table):
      for list in lists { list.signage.schedules.power?.replaceTable(table) }
    case .scheduleVolume(let audio):
      for list in lists {
        list.signage.schedules.volume?.replaceTable(audio.schedule, default: audio.volume)
      }
    case .scheduleBrightness(let settings):
      for list in lists {
        list.signage.schedules.brightness?.replaceTable(
          settings.display.brightness.schedule, default: settings.brightness(at: list.connector))
        list.signage.schedules.followsLight = settings.followsLight(at: list.connector)
      }
    case .setIdle(let idle): lists.first?.player.setIdle(idle)
    case .setKeys(let keys): lists.first?.player.setKeys(keys)
    case .replaceLists(let settings):
      for list in lists {
        list.replaceSource(
          with: options.source(settings, on: list.connector), settings.playback, at: now)
      }
    case .quit: for list in lists { list.player.quit() }
    case .log(let line): log(line)
    }
  }
}

/// Decides what to do about a configuration that was read again. A value type.
struct ReconfigurationPolicy {
  enum Effect: Equatable {
    /// For the main player.
    case perform(Command)
    case performOnAll(Command)
    /// Turn all displays on and off by this table.
    case schedule(TimeTable)
    /// Set the volume of all players by these settings.
    case scheduleVolume(AudioSettings)
    /// Set the brightness of all displays by this configuration.
    case scheduleBrightness(Configuration)
    /// Set the main player's idle timeout.
    case setIdle(IdleTime)
    /// Set the actions of the main player's keys.
    case setKeys([String: KeyAction])
    /// Play the lists of this configuration in all players.
    case replaceLists(Configuration)
    /// End the service; its manager restarts it.
    case quit
    case log(LogMessage)
  }

  /// The settings in effect; nil if the configuration was unusable.
  private var settings: Configuration?
  /// The name of the systemd unit.
  private let unit: String

  init(_ settings: Configuration?, unit: String) {
    self.settings = settings
    self.unit = unit
  }

  /// Handles the configuration that was read and returns the effects, in order.
  mutating func apply(_ read: Result<Configuration, ConfigurationError>) -> [Effect] {
    switch read {
    case .failure(let error):
      let errors = error.lines.map { Effect.log(LogMessage(.configurationInvalid, $0)) }
      guard settings != nil, let first = error.lines.first else { return errors }
      let kept = "continuing with the previous configuration: \(first)"
      return errors + [.log(LogMessage(.configurationKept, kept))]
    case .success(let new):
      defer { settings = new }
      // With an unusable configuration nothing was set up that could be changed.
      guard let old = settings else { return [.quit] }
      return effects(of: ConfigurationChange(from: old, to: new), to: new)
    }
  }

  private func effects(of change: ConfigurationChange, to settings: Configuration) -> [Effect] {
    var effects = change.shared.map { Effect.performOnAll($0) }
    if let table = change.schedule { effects.append(.schedule(table)) }
    if let audio = change.volume { effects.append(.scheduleVolume(audio)) }
    if change.changesBrightness { effects.append(.scheduleBrightness(settings)) }
    effects += change.commands.map { .perform($0) }
    if let idle = change.idle { effects.append(.setIdle(idle)) }
    if let keys = change.keys { effects.append(.setKeys(keys)) }
    if change.changesPlaylist { effects.append(.replaceLists(settings)) }
    if !change.restartSections.isEmpty {
      let sections = change.restartSections.joined(separator: ", ")
      effects.append(
        .log(
          LogMessage(
            .restartNeeded,
            "changed sections that need a restart: \(sections); run systemctl restart \(unit)")))
    }
    return effects
  }
}
