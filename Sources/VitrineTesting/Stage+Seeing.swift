public import VitrineKit
internal import VitrineLinux

// Frames, events and screenshots.
extension Stage {
  /// The frames that came on screen, each once, in order of time. The newest 100,000 of each player
  /// are kept, or more.
  public var frames: [Frame] {
    let all = cast.value.map(\.record.shown)
    return all.count == 1 ? all[0] : all.joined().sorted { $0.time < $1.time }
  }

  /// Returns the frames of one player.
  public func frames(of player: Player) -> [Frame] { role(of: player)?.record.shown ?? [] }

  /// The events of all players, in order of time, as their `events` deliver them. The newest
  /// 100,000 of each player are kept, or more.
  public var events: [Event] {
    let all = cast.value.map(\.record.told)
    return all.count == 1 ? all[0] : all.joined().sorted { $0.time < $1.time }
  }

  /// Returns the events of one player.
  public func events(of player: Player) -> [Event] { role(of: player)?.record.told ?? [] }

  /// Returns a screenshot with everything drawn over the video, like `Player.screenshot()`; nil if
  /// nothing was shown yet. If `player` is nil, it is of the latest player.
  public func screenshot(of player: Player? = nil) -> Screenshot? {
    guard let role = role(of: player) else { return nil }
    return thread.play {
      turn(by: .zero)
      return role.capture().map { Screenshot(capture: $0) }
    }
  }

  /// The role of a player; nil for the latest player.
  func role(of player: Player?) -> Role? {
    guard let player else { return cast.value.last }
    return cast.value.first { $0.player.player === player.engine }
  }
}
