import VitrineLinux
import VitrineTiming

/// Pictures that were sent as files in memory. They count as the player's memory for as long as a
/// client keeps them open: so only the newest of each user stay, and those for a while. The others
/// are emptied, also where a client has them open. Thread-bound to the server's thread.
struct SentPictures {
  private struct Sent {
    let user: UInt32
    let picture: CapturedPicture
    let due: HostTime
  }

  private var sent: [Sent] = []
  private let limits: SentPictureLimits

  init(_ limits: SentPictureLimits) { self.limits = limits }

  /// One more is on its way to a client of this user.
  mutating func add(_ picture: CapturedPicture, to user: UInt32, at now: HostTime) {
    sent.append(Sent(user: user, picture: picture, due: now + limits.life))
    let own = sent.indices.filter { sent[$0].user == user }
    empty(own.dropLast(limits.perUser))
  }

  /// Empties those whose time is over.
  mutating func look(at now: HostTime) { empty(sent.indices.filter { sent[$0].due <= now }) }

  /// When to look again.
  var deadline: HostTime? { sent.map(\.due).min() }

  private mutating func empty(_ indices: some BidirectionalCollection<Int>) {
    for index in indices.reversed() { sent.remove(at: index).picture.empty() }
  }
}
