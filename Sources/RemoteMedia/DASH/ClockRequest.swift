internal import VitrineAddresses
internal import VitrineLinux
internal import VitrineNetwork
internal import VitrineStreams
internal import VitrineTiming

/// A request for a server's current time. Thread-safe.
final class ClockRequest: TransferSink {
  private let clock: DASHClock
  private let state = Waitable(State())

  private struct State {
    var bytes: [UInt8] = []
    /// In seconds since 1970.
    var time: Double?
    var isOver = false
  }

  /// The timeout of each step. It is short because a stream waits for the answer.
  private static let timeout = Duration.milliseconds(1500)
  private static let mostBytes = 1024

  private init(_ clock: DASHClock) { self.clock = clock }

  /// Returns how many seconds the clock of the server that sent an MPD is behind the MPD's clocks.
  ///
  /// The MPD arrived at `came` with the server's time `date`. Returns nil if no clock answers.
  static func lag(
    of date: Double, at came: HostTime, _ clocks: [DASHClock], _ sources: RemoteSources,
    scope: AddressScope?
  ) -> Double? {
    for clock in clocks {
      if case .direct(let time) = clock { return time - date }
      let question = ClockRequest(clock)
      guard let time = question.ask(sources, scope) else { continue }
      return time - date - (HostTime.now() - came).seconds
    }
    return nil
  }

  /// Waits for the answer, at most for `timeout`.
  private func ask(_ sources: RemoteSources, _ scope: AddressScope?) -> Double? {
    let url: RemoteURL
    switch clock {
    case .direct: return nil
    case .head(let address), .text(let address): url = address
    }
    var request = TransferRequest(url)
    (request.scope, request.caching.isAllowed) = (scope, false)
    (request.limits.connectTimeout, request.limits.responseTimeout) = (Self.timeout, Self.timeout)
    (request.limits.idleTimeout, request.limits.bytes) = (Self.timeout, 1 << 20)
    guard (try? sources.begin(request, for: self)) != nil else { return nil }
    return state.wait { $0.isOver ? .some($0.time) : nil }
  }

  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    guard case .head = clock else { return nil }
    state.update { $0.time = head.date }
    // Only the date in the head matters.
    return .cancelled
  }

  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    state.change { state in
      unsafe state.bytes.append(contentsOf: bytes.prefix(Self.mostBytes - state.bytes.count))
    }
    return .proceed
  }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    state.update { state in
      if case .text = clock, error == nil {
        let text = String(decoding: state.bytes, as: UTF8.self)
        state.time = text.split(whereSeparator: \.isWhitespace).first.flatMap(WallDate.seconds)
      }
      state.isOver = true
    }
  }
}
