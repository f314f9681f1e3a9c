internal import Glibc
internal import VitrineBus
public import VitrineControl
public import VitrineLinux

/// Makes the player one that desktops and `playerctl` know: MPRIS 2.2, on the system's bus. A thread
/// `mpris`, which opens the bus again where it goes, and never has the player wait. Until `close`.
/// Thread-safe.
public final class MPRISServer: Sendable {
  private let thread: BusThread

  /// `instance` tells other players of the same program from the first, which is nil. `address` is that
  /// of the bus; nil is the system's. `policy` says whose programs may control it: those of the player's
  /// user and group where it is nil. `news` comes from the thread.
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

  /// Leaves the bus: its name is free then.
  public func close() { thread.close() }
}

/// What the player's threads have for the bus'. Thread-safe.
final class MPRISInbox: Sendable {
  struct Mail: Sendable {
    var done: [Done] = []
    var hasStatus = false
  }

  /// What a client asked for is done, or is not.
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

  /// Of something asked. What was asked over a connection that is gone has one of its own still.
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

  /// Everything since the last call.
  func take() -> Mail {
    mail.update { mail in
      defer { mail = Mail() }
      return mail
    }
  }
}
