internal import Glibc
internal import VitrineBus
package import VitrineControl
package import VitrineLinux

/// Implements MPRIS 2.2 on the system bus, so that desktops and `playerctl` can control the player.
/// Runs on the thread `mpris`, which reconnects to the bus and never blocks the player, until
/// `close`. Thread-safe.
package final class MPRISServer: Sendable {
  private let thread: BusThread
  private let stopObserving: @Sendable () -> Void

  /// `instance` distinguishes other players from the main one, which is nil. `address` is the bus
  /// address; nil is the system bus. `policy` decides whose programs may control the player
  /// (default: those of the player's user and group). `onEvent` is called on the thread.
  package init(
    controlled: any Controlled, instance: String? = nil, address: String? = nil,
    policy: PeerPolicy? = nil, onEvent: @escaping @Sendable (MPRISEvent) -> Void
  ) throws(Errno) {
    let inbox = MPRISInbox(try Wakeup())
    let policy = policy ?? PeerPolicy(owner: geteuid(), group: getegid())
    thread = try BusThread(
      "mpris", address: address, inbox.wakeup, onError: { onEvent(.failed($0)) },
      makeClient: { connection throws(BusError) in
        try MPRISSession(
          MPRISName.of(instance), connection, controlled, MPRISAuthorizer(policy), inbox, onEvent)
      })
    stopObserving = controlled.observeStatus { [weak inbox] in inbox?.markStatusChanged() }
  }

  /// Leaves the bus and releases the name.
  package func close() {
    stopObserving()
    thread.close()
  }
}

/// Passes messages from the player's threads to the bus thread. Thread-safe.
final class MPRISInbox: Sendable {
  struct Messages: Sendable {
    var completions: [Completion] = []
    var hasStatus = false
  }

  /// A finished request.
  struct Completion: Sendable {
    let number: UInt64
    let refusal: Refusal?
  }

  let wakeup: Wakeup
  private let messages = Shared(Messages())
  private let lastNumber = Shared<UInt64>(0)

  init(_ wakeup: Wakeup) { self.wakeup = wakeup }

  func markStatusChanged() {
    let isFirst = messages.update { messages in
      defer { messages.hasStatus = true }
      return !messages.hasStatus
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

  func append(_ completion: Completion) {
    messages.update { $0.completions.append(completion) }
    wakeup.ring()
  }

  /// Returns everything since the last call.
  func drain() -> Messages {
    messages.update { messages in
      defer { messages = Messages() }
      return messages
    }
  }
}

/// The bus names of players.
enum MPRISName {
  private static let first = "org.mpris.MediaPlayer2.vitrine"
  /// D-Bus Specification, "Bus names".
  private static let longest = 255

  /// Nil is the program's main player; others have their own name, such as their connector's, with
  /// invalid characters replaced by underscores.
  static func of(_ instance: String?) -> String {
    guard let instance else { return first }
    let letters = instance.unicodeScalars.map { letter in
      letter.isASCII && (letter.properties.isAlphabetic || letter.properties.numericType != nil)
        || letter == "_" || letter == "-" ? Character(letter) : "_"
    }
    return String((first + ".instance" + String(letters)).prefix(longest))
  }
}
