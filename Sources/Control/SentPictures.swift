import VitrineLinux
import VitrineTiming

/// The pictures sent as files in memory. They use the player's memory while a client has them open,
/// so only the latest of each user are kept, for a limited time; others are emptied. Confined to
/// the server's thread.
struct SentPictures {
  private struct Sent {
    let user: UInt32
    let picture: CapturedPicture
    let due: HostTime
  }

  private var sent: [Sent] = []
  private let limits: SentPictureLimits

  init(_ limits: SentPictureLimits) { self.limits = limits }

  /// Adds a picture that is sent to a client of this user.
  mutating func add(_ picture: CapturedPicture, to user: UInt32, at now: HostTime) {
    sent.append(Sent(user: user, picture: picture, due: now + limits.life))
    let own = sent.indices.filter { sent[$0].user == user }
    empty(own.dropLast(limits.perUser))
  }

  /// Empties the expired pictures.
  mutating func look(at now: HostTime) { empty(sent.indices.filter { sent[$0].due <= now }) }

  /// When to look again.
  var deadline: HostTime? { sent.map(\.due).min() }

  private mutating func empty(_ indices: some BidirectionalCollection<Int>) {
    for index in indices.reversed() { sent.remove(at: index).picture.empty() }
  }
}
