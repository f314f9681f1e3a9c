import CVitrineCurl
import Synchronization
internal import VitrineLinux

/// The thread that runs all transfers concurrently: `network`. Thread-safe.
///
/// Transfers share connections (C: `curl_multi`).
package final class TransferLoop: Transfers {
  enum Command: Sendable {
    case begin(TransferID, TransferRequest, any TransferSink)
    case cancel(TransferID)
    case resume(TransferID)
    case ping(@Sendable () -> Void)
    case close
  }

  private let commands = BoundedQueue<Command>(limit: .max)
  private let multi: MultiHandle
  private let numbers = Atomic(0)
  private let meter = Shared(BandwidthMeter())
  private let thread: NamedThread

  package init(_ client: TransferClient) throws(NetworkError) {
    let multi = try MultiHandle()
    let (commands, meter) = (commands, meter)
    self.multi = multi
    do {
      thread = try NamedThread("network") {
        var body = TransferLoopBody(multi, commands, meter, as: client)
        body.run()
      }
    } catch {
      throw .other("cannot start the network thread: \(error)")
    }
  }

  /// The recent download rate in bits per second; nil until it is known.
  package var rate: Double? { meter.value.rate }

  package func begin(_ request: TransferRequest, for sink: any TransferSink) -> TransferID {
    let id = reserve()
    begin(request, for: sink, as: id)
    return id
  }

  /// Returns the identifier for a transfer that begins later, or never.
  package func reserve() -> TransferID {
    TransferID(number: numbers.add(1, ordering: .relaxed).newValue)
  }

  /// Begins a transfer with a reserved identifier, which may be used again after its end.
  package func begin(_ request: TransferRequest, for sink: any TransferSink, as id: TransferID) {
    send(.begin(id, request, sink))
  }

  package func cancel(_ transfer: TransferID) { send(.cancel(transfer)) }

  package func resume(_ transfer: TransferID) { send(.resume(transfer)) }

  /// Calls `answer` on the network thread, for the watchdog.
  package func ping(_ answer: @escaping @Sendable () -> Void) { send(.ping(answer)) }

  /// Ends all transfers and waits for the thread. Call it once.
  package func close() {
    send(.close)
    thread.join()
  }

  private func send(_ command: Command) {
    commands.push(command)
    multi.wake()
  }
}

/// The owner of a multi handle. Only `wake` may be called from any thread.
@safe final class MultiHandle: @unchecked Sendable {
  // @unchecked since libcurl allows a multi handle on one thread at a time, which is the loop's,
  // and `curl_multi_wakeup` on all.
  let raw: UnsafeMutableRawPointer

  private static let isInitialised = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init() throws(NetworkError) {
    guard Self.isInitialised, let raw = unsafe curl_multi_init() else {
      throw .other("cannot initialise libcurl")
    }
    unsafe self.raw = unsafe raw
    // The limits of a browser; all segments of a stream from one server share them.
    _ = unsafe vitrine_curl_set_multi(raw, CURLMOPT_MAX_HOST_CONNECTIONS, 6)
    _ = unsafe vitrine_curl_set_multi(raw, CURLMOPT_MAX_TOTAL_CONNECTIONS, 32)
  }

  deinit { _ = unsafe curl_multi_cleanup(raw) }

  func wake() { _ = unsafe curl_multi_wakeup(raw) }
}

/// The identity and the proxy of requests.
package struct TransferClient: Hashable, Sendable {
  /// The `User-Agent` header.
  package var agent: String
  /// Nil means a direct connection.
  package var proxy: ProxyRules?

  package init(agent: String, proxy: ProxyRules? = nil) {
    self.agent = agent
    self.proxy = proxy
  }
}
