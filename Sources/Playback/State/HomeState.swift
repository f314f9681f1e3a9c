public import VitrinePictures
internal import VitrineTiming

/// How a player is where no visitor has changed anything: what the configuration says, and what
/// the operator has said since. Visitors leave; this is what is gone back to.
///
/// A track by its number is of one item, so the operator's is gone back from as a visitor's is.
/// And however a film came to be paused, a display is not there to stand still.
public struct HomeState: Hashable, Sendable {
  /// Begun paused, and not played by the operator since.
  public var isPaused = false
  /// Stopped by the operator.
  public private(set) var isStopped = false
  public var rate = 1.0
  public var volume = 1.0
  public private(set) var isMuted = false
  public var fit = Fit.contain
  public var rotation = Rotation.none
  public var choices = TrackChoices()
  public var quality = VariantPolicy.Wish.automatic

  public init() {}
}

// What the operator says.
extension HomeState {
  /// Takes a command that came over the socket, from a script, the terminal, or of a changed
  /// configuration.
  public mutating func note(_ command: Command) {
    switch command {
    case .play: (isPaused, isStopped) = (false, false)
    case .stop: isStopped = true
    case .toggle, .next, .previous, .jump: isStopped = false
    case .setRate(let wanted) where wanted.isFinite: rate = min(max(wanted, 0.25), 4)
    case .setVolume(let wanted) where wanted.isFinite: volume = min(max(wanted, 0), 1)
    case .setMuted(let wanted): isMuted = wanted
    case .setFit(let wanted): fit = wanted
    case .setRotation(let wanted): rotation = wanted
    case .setQuality(let wish): quality = wish
    case .select(_, .index): break
    case .select(let kind, let selection): choices.select(kind, selection)
    case .choose(let wanted): choices = wanted
    case .setSubtitleDelay(let delay): choices.subtitleDelay = delay
    case .setSubtitleScale(let scale) where scale.isFinite:
      choices.subtitleScale = min(max(scale, 0.25), 4)
    default: break
    }
  }
}

// The way back. What is as it should be needs no command.
extension HomeState {
  /// Of loudness, speed, picture and tracks.
  public func settings(from status: PlaybackStatus) -> [Command] {
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

  /// Of what stands still or stays behind: a place that is looked for, a pause, a stop; an earlier moment
  /// of what is live.
  public func motion(from status: PlaybackStatus) -> [Command] {
    let scrub: [Command] = status.isScrubbing ? [.endScrubbing] : []
    return switch status.phase {
    case .idle: isStopped ? [] : [.play]
    // Where all was played that there is, nothing is stopped.
    case .ended: []
    case .opening, .buffering, .playing, .failed:
      scrub + (status.isPaused && !isPaused ? [.play] : []) + returnToLive(from: status)
    }
  }

  /// Who comes next sees what happens.
  private func returnToLive(from status: PlaybackStatus) -> [Command] {
    guard !isPaused, let end = status.live?.window?.upperBound,
      end - status.position > LiveHold.near
    else { return [] }
    return [.seek(.init(to: end))]
  }
}

extension Command {
  /// Whether it tells that a person is at work: the queue, the power and the brightness also change by
  /// themselves.
  public var isUse: Bool {
    switch self {
    case .edit, .power, .setBrightness: false
    default: true
    }
  }
}
