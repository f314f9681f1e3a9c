internal import VitrineBus
internal import VitrineControl
internal import VitrineTiming

/// The pending calls: those of programs that are not identified yet, and those that the player is
/// carrying out. Confined to its thread.
struct MPRISDesk {
  /// A request to the player, with the call to answer.
  struct Taken {
    let request: Request
    let ticket: BusTicket
    /// Whether nothing played when it was made.
    let wasIdle: Bool
    let deadline: HostTime
  }

  private var held: [String: [(BusCall, BusTicket)]] = [:]
  private var heldCount = 0
  private var taken: [UInt64: Taken] = [:]

  /// For all programs together; most wait for a reply before the next call.
  private static let mostHeld = 64
  private static let mostTaken = 64

  func holds(of peer: String) -> Int { held[peer]?.count ?? 0 }

  /// Returns false if there is no room.
  mutating func hold(_ call: BusCall, _ ticket: BusTicket) -> Bool {
    guard heldCount < Self.mostHeld else { return false }
    heldCount += 1
    held[call.peer, default: []].append((call, ticket))
    return true
  }

  /// Returns the held calls of a program, in order.
  mutating func takeHeld(of peer: String) -> [(BusCall, BusTicket)] {
    let calls = held.removeValue(forKey: peer) ?? []
    heldCount -= calls.count
    return calls
  }

  /// Adds a request, identified by `number`. Returns false if there is no room.
  mutating func take(_ number: UInt64, _ new: Taken) -> Bool {
    guard taken.count < Self.mostTaken else { return false }
    taken[number] = new
    return true
  }

  mutating func finish(_ number: UInt64) -> Taken? { taken.removeValue(forKey: number) }

  var deadline: HostTime? { taken.values.map(\.deadline).min() }

  /// Answers requests that the player has not answered in time.
  mutating func refuseLate(at now: HostTime) {
    for (number, late) in taken where late.deadline <= now {
      taken[number] = nil
      late.ticket.answer(.failure(BusRefusal(.playerIsSilent)))
    }
  }
}

extension BusRefusal {
  static let notAdmitted = BusRefusal(
    accessDenied, "permission denied: not the player's user, and not in its group")

  /// The player's refusal as a D-Bus error.
  init(_ refusal: Refusal?) {
    let name =
      switch refusal?.code {
      case .invalid: Self.invalidArguments
      case .permission: Self.accessDenied
      case .busy: "org.freedesktop.DBus.Error.LimitsExceeded"
      case .timeout: "org.freedesktop.DBus.Error.Timeout"
      case .refused, nil: Self.failed
      }
    self.init(name, refusal?.description ?? "")
  }
}
