import VitrineControl
import VitrineTiming

/// Brings the player to the desired values: each value is requested once, and again only if the player has refused it.
/// A later change on the screen itself is reported, not reverted. A value type.
struct Reconciliation: Sendable {
  private struct Progress: Sendable {
    var wanted: JSONValue?
    var phase = Phase.waiting
    var attempt = 0
    var isLogged = false
  }

  private enum Phase: Hashable, Sendable {
    /// Requested now, or at the next edge.
    case waiting
    case requested(until: HostTime)
    case done
    case failed(String, retry: HostTime)
  }

  private var progress: [DesiredKey: Progress] = [:]
  private var isAtEdge = false
  private var lastAttempt = 0

  private static let timeout = Duration.seconds(30)
  private static let retry = Duration.seconds(60)
  /// Content needs time to be downloaded.
  private static let contentRetry = Duration.seconds(300)

  mutating func passEdge() { isAtEdge = true }

  var deadline: HostTime? {
    progress.values.compactMap { one in
      switch one.phase {
      case .requested(let until): until
      case .failed(_, let retry): retry
      case .waiting, .done: nil
      }
    }.min()
  }

  var refused: [String: String] {
    var causes: [String: String] = [:]
    for (key, one) in progress {
      if case .failed(let cause, _) = one.phase, !cause.isEmpty {
        causes[key.rawValue] = cause.short(80)
      }
    }
    return causes
  }

  /// The desired values that are not in effect.
  func behind(_ wanted: [DesiredKey: JSONValue], _ snapshot: FleetSnapshot) -> [DesiredKey] {
    DesiredKey.allCases.filter { key in
      guard let value = wanted[key] else { return false }
      if let actual = snapshot.values[key] { return !value.isMet(by: actual) }
      return progress[key]?.wanted != value || progress[key]?.phase != .done
    }
  }

  mutating func step(
    _ wanted: [DesiredKey: JSONValue], _ snapshot: FleetSnapshot, at now: HostTime
  ) -> [FleetAgent.Output] {
    defer { isAtEdge = false }
    var outputs: [FleetAgent.Output] = []
    for key in DesiredKey.allCases {
      if progress[key]?.wanted != wanted[key] { progress[key] = Progress(wanted: wanted[key]) }
      guard var one = progress[key] else { continue }
      switch one.phase {
      case .requested(let until) where until <= now:
        one.phase = .failed("the player did not answer", retry: now + Self.retry)
      case .failed(_, let retry) where retry <= now: one.phase = .waiting
      // A release that is rolled back on its trial is reported with its cause after another check.
      case .failed where key == .content && isMet(key, one, snapshot): one.phase = .done
      case .done where key == .content && one.wanted != nil && !isMet(key, one, snapshot):
        one.phase = .waiting
      default: break
      }
      if one.phase == .waiting, isAtEdge || !key.waitsForEdge || snapshot.isBetweenItems {
        outputs += request(key, &one, snapshot, now)
      }
      progress[key] = one
    }
    return outputs
  }

  private func isMet(_ key: DesiredKey, _ one: Progress, _ snapshot: FleetSnapshot) -> Bool {
    guard let wanted = one.wanted, let actual = snapshot.values[key] else { return false }
    return wanted.isMet(by: actual)
  }

  private mutating func request(
    _ key: DesiredKey, _ one: inout Progress, _ snapshot: FleetSnapshot, _ now: HostTime
  ) -> [FleetAgent.Output] {
    if isMet(key, one, snapshot) {
      one.phase = .done
      return []
    }
    do throws(Refusal) {
      guard let change = try key.change(to: one.wanted) else {
        one.phase = .done
        return []
      }
      // bound: attempts, counted from 0 on
      lastAttempt += 1
      one.attempt = lastAttempt
      one.phase = .requested(until: now + Self.timeout)
      return [.apply(change, key, attempt: lastAttempt)]
    } catch {
      // The same value fails again until a document changes.
      one.phase = .failed(error.description, retry: now + .seconds(86_400 * 365))
      return [.event(.refused(name: key.rawValue, cause: error.description))]
    }
  }

  /// Records the player's answer; answers to earlier values are dropped.
  mutating func finish(
    _ key: DesiredKey, attempt: Int, _ refusal: Refusal?, at now: HostTime
  ) -> FleetEvent? {
    guard var one = progress[key], one.attempt == attempt, case .requested = one.phase else {
      return nil
    }
    defer { progress[key] = one }
    if let refusal {
      one.phase = .failed(refusal.description, retry: now + Self.retry)
      defer { one.isLogged = true }
      return one.isLogged ? nil : .refused(name: key.rawValue, cause: refusal.description)
    }
    // The player reports the release on screen, so the check is repeated until that is the wanted one.
    one.phase = key == .content ? .failed("", retry: now + Self.contentRetry) : .done
    return .applied(name: key.rawValue)
  }
}
