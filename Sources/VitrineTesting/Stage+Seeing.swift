public import VitrineKit
internal import VitrineLinux

// What is seen and told of what plays.
extension Stage {
  /// The pictures that came on screens, each once, in the order of their moments. Of each player the newest
  /// 100,000 are kept at the least.
  public var frames: [Frame] {
    let all = cast.value.map(\.record.shown)
    return all.count == 1 ? all[0] : all.joined().sorted { $0.time < $1.time }
  }

  /// Those of one player.
  public func frames(of player: Player) -> [Frame] { role(of: player)?.record.shown ?? [] }

  /// What became of the players, in its order: what their `events` tell. Of each player the newest 100,000 are
  /// kept at the least.
  public var events: [Event] {
    let all = cast.value.map(\.record.told)
    return all.count == 1 ? all[0] : all.joined().sorted { $0.time < $1.time }
  }

  /// What became of one player.
  public func events(of player: Player) -> [Event] { role(of: player)?.record.told ?? [] }

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
