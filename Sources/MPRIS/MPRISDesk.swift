internal import VitrineBus
internal import VitrineControl
internal import VitrineTiming

/// The calls whose answers are owed: those of programs that are not known yet, and those that the player
/// has. Bound to its thread.
struct MPRISDesk {
  /// What was asked of the player, and by whom.
  struct Taken {
    let request: Request
    let ticket: BusTicket
    /// Whether nothing played then.
    let wasIdle: Bool
    let deadline: HostTime
  }

  private var held: [String: [(BusCall, BusTicket)]] = [:]
  private var heldCount = 0
  private var taken: [UInt64: Taken] = [:]

  /// Of all programs together: each waits for its answer, mostly, before it asks again.
  private static let mostHeld = 64
  private static let mostTaken = 64

  func holds(of peer: String) -> Int { held[peer]?.count ?? 0 }

  /// False where there is no room.
  mutating func hold(_ call: BusCall, _ ticket: BusTicket) -> Bool {
    guard heldCount < Self.mostHeld else { return false }
    heldCount += 1
    held[call.peer, default: []].append((call, ticket))
    return true
  }

  /// What a program has asked so far, in its order.
  mutating func takeHeld(of peer: String) -> [(BusCall, BusTicket)] {
    let calls = held.removeValue(forKey: peer) ?? []
    heldCount -= calls.count
    return calls
  }

  /// The player answers by a number. False where there is no room.
  mutating func take(_ number: UInt64, _ new: Taken) -> Bool {
    guard taken.count < Self.mostTaken else { return false }
    taken[number] = new
    return true
  }

  mutating func finish(_ number: UInt64) -> Taken? { taken.removeValue(forKey: number) }

  var deadline: HostTime? { taken.values.map(\.deadline).min() }

  /// What the player has not answered in time is refused.
  mutating func refuseLate(at now: HostTime) {
    for (number, late) in taken where late.deadline <= now {
      taken[number] = nil
      late.ticket.answer(.failure(BusRefusal(.playerIsSilent)))
    }
  }
}

extension BusRefusal {
  static let notAdmitted = BusRefusal(
    accessDenied, "neither of the player's user nor in its group")

  /// A refusal of the player's in D-Bus' words.
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
