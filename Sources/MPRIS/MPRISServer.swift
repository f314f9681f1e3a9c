internal import Glibc
internal import VitrineBus
public import VitrineControl
public import VitrineLinux

/// Implements MPRIS 2.2 on the system bus, so that desktops and `playerctl` can control the player.
/// Runs on the thread `mpris`, which reconnects to the bus and never blocks the player, until
/// `close`. Thread-safe.
public final class MPRISServer: Sendable {
  private let thread: BusThread

  /// `instance` distinguishes other players from the main one, which is nil. `address` is the bus
  /// address; nil is the system bus. `policy` decides whose programs may control the player
  /// (default: those of the player's user and group). `news` is called on the thread.
  public init(
    controlled: any Controlled, instance: String? = nil, address: String? = nil,
    policy: PeerPolicy? = nil, news: @escaping @Sendable (MPRISNews) -> Void
  ) throws(Errno) {
    let inbox = MPRISInbox(try Wakeup())
    let policy = policy ?? PeerPolicy(owner: geteuid(), group: getegid())
    thread = try BusThread(
      "mpris", address: address, inbox.wakeup, trouble: { news(.failed($0)) },
      moveIn: { connection throws(BusError) in
        try MPRISSession(
          MPRISName.of(instance), connection, controlled, MPRISAdmission(policy), inbox, news)
      })
    controlled.observeStatus { [weak inbox] in inbox?.noteStatus() }
  }

  /// Leaves the bus and releases the name.
  public func close() { thread.close() }
}

/// Passes messages from the player's threads to the bus thread. Thread-safe.
final class MPRISInbox: Sendable {
  struct Mail: Sendable {
    var done: [Done] = []
    var hasStatus = false
  }

  /// A finished request.
  struct Done: Sendable {
    let number: UInt64
    let refusal: Refusal?
  }

  let wakeup: Wakeup
  private let mail = Shared(Mail())
  private let lastNumber = Shared<UInt64>(0)

  init(_ wakeup: Wakeup) { self.wakeup = wakeup }

  func noteStatus() {
    let isFirst = mail.update { mail in
      defer { mail.hasStatus = true }
      return !mail.hasStatus
    }
    if isFirst { wakeup.ring() }
  }

  /// Returns the number for a request. Unique across connections, because answers to requests of a
  /// lost connection may still arrive.
  func makeNumber() -> UInt64 {
    lastNumber.update { number in
      // bound: requests, counted from 0 on
      number += 1
      return number
    }
  }

  func put(_ done: Done) {
    mail.update { $0.done.append(done) }
    wakeup.ring()
  }

  /// Returns everything since the last call.
  func take() -> Mail {
    mail.update { mail in
      defer { mail = Mail() }
      return mail
    }
  }
}
