internal import VitrineEngine
internal import VitrineKit
internal import VitrineLinux
internal import VitrineLists

/// Plays a list and follows its changes, until the player ends; see `Player.follow`. Thread-safe.
public final class ListFollower: Sendable {
  private let thread = Shared<NamedThread?>(nil)
  private let ending: Wakeup
  private let attachments: PlayerAttachments
  private let attachment = Shared<Int?>(nil)

  init(_ player: VitrineKit.Player, list path: String) throws(PlayerError) {
    let setup: ListFollowerSetup
    do throws(Errno) {
      ending = try Wakeup()
      setup = ListFollowerSetup(
        player.engine, warn: player.warn, start: try Wakeup(), ending: ending
      ) { PlaylistSource(paths: [path], $0) }
      let started = try NamedThread("programme") { [setup] in setup.run() }
      thread.update { $0 = started }
    } catch {
      throw PlayerError(.configuration, "\(path): cannot create a thread: \(error)")
    }
    attachments = player.attachments
    // The player retains the follower until it ends.
    let number = attachments.attach(onEvent: { _ in }, onEnd: { [self] in close() })
    attachment.update { $0 = number }
    guard number != nil else {
      close()
      throw PlayerError(.configuration, "cannot play a list on a player that has ended")
    }
    setup.startAfterRequests()
  }

  deinit { close() }

  /// Stops following the list. The queue does not change.
  public func close() {
    let thread = thread.update { $0.take() }
    attachment.update { $0.take() }.map { attachments.detach($0) }
    ending.ring()
    thread?.join()
  }
}
