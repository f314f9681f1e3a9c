public import VitrineKit
internal import VitrineLinux

// What is seen and told of what plays.
extension Stage {
  /// The pictures that came on screens, each once, in the order of their moments. Of each player the newest
  /// 100,000 are kept at the least.
  public var shown: [Shown] {
    let all = cast.value.map(\.record.shown)
    return all.count == 1 ? all[0] : all.joined().sorted { $0.at < $1.at }
  }

  /// Those of one player.
  public func shown(by player: Player) -> [Shown] { role(of: player)?.record.shown ?? [] }

  /// What became of the players, in its order: what their `events` tell. Of each player the newest 100,000 are
  /// kept at the least.
  public var events: [Told] {
    let all = cast.value.map(\.record.told)
    return all.count == 1 ? all[0] : all.joined().sorted { $0.at < $1.at }
  }

  /// What became of one player.
  public func events(of player: Player) -> [Told] { role(of: player)?.record.told ?? [] }

  /// The screen as it is, with all that lies over the video; nil while nothing was shown. `Player.screenshot`
  /// gives the same. Of the last player where none is named.
  public func screenshot(of player: Player? = nil) -> Screenshot? {
    guard let role = role(of: player) else { return nil }
    return thread.play {
      turn(by: .zero)
      return role.capture().map { Screenshot(capture: $0) }
    }
  }

  /// The last one where none is named.
  func role(of player: Player?) -> Role? {
    guard let player else { return cast.value.last }
    return cast.value.first { $0.player.player === player.engine }
  }
}
