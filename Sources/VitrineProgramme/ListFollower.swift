internal import VitrineEngine
internal import VitrineKit
internal import VitrineLinux

/// Plays a list and follows its changes, until the player ends; see `Player.follow`. Thread-safe.
public final class ListFollower: Sendable {
  private let thread = Shared<NamedThread?>(nil)
  private let ending: Wakeup
  private let attachments: PlayerAttachments
  private let attachment = Shared<Int?>(nil)

  init(_ player: VitrineKit.Player, list path: String) throws(PlayerError) {
    let start: Wakeup
    do throws(Errno) {
      (start, ending) = (try Wakeup(), try Wakeup())
      let body = ListFollowerSetup(
        player.engine, path, warn: player.warn, start: start, ending: ending)
      let started = try NamedThread("programme") { body.run() }
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
    player.engine.afterwards { start.ring() }
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
