internal import VitrineBus
internal import VitrineControl
internal import VitrineTiming

/// The pending calls: those of programs whose user is not known yet, and those that the player is
/// carrying out. Confined to its thread.
struct MPRISPendingCalls {
  /// A request to the player, with the call to answer.
  struct PendingRequest {
    let request: Request
    let pending: BusPendingCall
    /// Whether nothing played when it was made.
    let wasIdle: Bool
    let deadline: HostTime
  }

  private var waiting: [String: [(BusCall, BusPendingCall)]] = [:]
  private var waitingCount = 0
  private var requests: [UInt64: PendingRequest] = [:]

  /// For all programs together; most wait for a reply before the next call.
  private static let maxWaiting = 64
  private static let maxRequests = 64

  func waitingCount(of peer: String) -> Int { waiting[peer]?.count ?? 0 }

  /// Returns false if the limit is reached.
  mutating func enqueue(_ call: BusCall, _ pending: BusPendingCall) -> Bool {
    guard waitingCount < Self.maxWaiting else { return false }
    waitingCount += 1
    waiting[call.peer, default: []].append((call, pending))
    return true
  }

  /// Returns the waiting calls of a program, in order.
  mutating func removeWaiting(of peer: String) -> [(BusCall, BusPendingCall)] {
    let calls = waiting.removeValue(forKey: peer) ?? []
    waitingCount -= calls.count
    return calls
  }

  /// Adds a request, identified by `number`. Returns false if the limit is reached.
  mutating func insert(_ new: PendingRequest, as number: UInt64) -> Bool {
    guard requests.count < Self.maxRequests else { return false }
    requests[number] = new
    return true
  }

  mutating func finish(_ number: UInt64) -> PendingRequest? { requests.removeValue(forKey: number) }

  var deadline: HostTime? { requests.values.map(\.deadline).min() }

  /// Answers requests that the player has not answered in time.
  mutating func failExpired(at now: HostTime) {
    for (number, late) in requests where late.deadline <= now {
      requests[number] = nil
      late.pending.reply(.failure(BusRefusal(.playerIsSilent)))
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
