package import VitrinePictures
internal import VitrineTiming

/// The default state: the settings from the configuration and the operator's later commands. It is
/// restored when a visitor leaves.
///
/// A track index applies to one item, so it is not part of the default state, even if the operator
/// chose it. Neither is a pause: playback resumes even if the operator paused it.
package struct DefaultState: Hashable, Sendable {
  /// Whether it started paused, and the operator has not resumed it.
  package var isPaused = false
  /// Whether the operator stopped it.
  package private(set) var isStopped = false
  package var rate = 1.0
  package var volume = 1.0
  package var maximumVolume = 1.0
  package private(set) var isMuted = false
  package var fit = Fit.contain
  package var rotation = Rotation.none
  package var choices = TrackChoices()
  package var quality = VariantPolicy.Preference.automatic

  package init() {}
}

// The operator's commands
extension DefaultState {
  /// Records a command from the control socket, a script, the terminal, or a changed configuration.
  package mutating func record(_ command: Command) {
    switch command {
    case .play: (isPaused, isStopped) = (false, false)
    case .stop: isStopped = true
    case .toggle, .next, .previous, .jump: isStopped = false
    case .setRate(let wanted) where wanted.isFinite: rate = min(max(wanted, 0.25), 4)
    case .setVolume(let wanted) where wanted.isFinite: volume = min(max(wanted, 0), maximumVolume)
    case .setMuted(let wanted): isMuted = wanted
    case .setFit(let wanted): fit = wanted
    case .setRotation(let wanted): rotation = wanted
    case .setQuality(let preference): quality = preference
    case .select(_, .index): break
    case .select(let kind, let selection): choices.select(kind, selection)
    case .choose(let wanted): choices = wanted
    case .setSubtitleDelay(let delay): choices.subtitleDelay = delay
    case .setSubtitleScale(let scale): choices.subtitleStyle.setScale(scale)
    case .setSubtitleStyle(let style): choices.subtitleStyle = style
    case .setSubtitleProperty(let property, let word):
      _ = choices.subtitleStyle.set(property, to: word)
    case .setSignLanguage(let isShown): choices.showsSignLanguage = isShown
    default: break
    }
  }
}

// Restoring. Values that have not changed need no command.
extension DefaultState {
  /// The commands to restore volume, rate, picture and tracks.
  package func settings(from status: PlaybackStatus) -> [Command] {
    var commands: [Command] = []
    if status.volume != volume { commands.append(.setVolume(volume)) }
    if status.isMuted != isMuted { commands.append(.setMuted(isMuted)) }
    if status.rate != rate { commands.append(.setRate(rate)) }
    if status.choices != choices { commands.append(.choose(choices)) }
    if status.fit != fit { commands.append(.setFit(fit)) }
    if status.rotation != rotation { commands.append(.setRotation(rotation)) }
    if status.quality != quality { commands.append(.setQuality(quality)) }
    return commands
  }

  /// The commands to end scrubbing, a pause or a stop, and to return to the live edge.
  package func motion(from status: PlaybackStatus) -> [Command] {
    let scrub: [Command] = status.isScrubbing ? [.endScrubbing] : []
    return switch status.phase {
    case .idle: isStopped ? [] : [.play]
    // The queue has ended; it was not stopped.
    case .ended: []
    case .opening, .buffering, .playing, .failed:
      scrub + (status.isPaused && !isPaused ? [.play] : []) + returnToLive(from: status)
    }
  }

  /// The next visitor sees the live edge.
  private func returnToLive(from status: PlaybackStatus) -> [Command] {
    guard !isPaused, let end = status.live?.window?.upperBound,
      end - status.position > LatencyController.near
    else { return [] }
    return [.seek(.init(to: end))]
  }
}

extension Command {
  /// Whether the command shows that a visitor uses the display: queue, power and brightness also
  /// change automatically.
  package var isInteraction: Bool {
    switch self {
    case .edit, .power, .setBrightness: false
    default: true
    }
  }
}
