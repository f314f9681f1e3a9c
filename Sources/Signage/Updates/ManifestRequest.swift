import VitrineAddresses
import VitrineLinux
import VitrineNetwork
import VitrineTiming

/// A conditional request for a small file. Thread-safe.
final class ManifestRequest: TransferSink {
  enum Response: Sendable {
    case notModified
    case received([UInt8], Validators)
    case failed(NetworkError)
  }

  private struct State {
    var bytes: [UInt8] = []
    var head: ResponseHead?
  }

  private let state = Shared(State())
  private let responses = BoundedQueue<Response>(limit: .max)
  private let most: Int

  private init(most: Int) { self.most = most }

  /// The timeout for the whole file, against servers that send a byte now and then.
  private static let timeout = Duration.seconds(60)
  private static let step = Duration.milliseconds(200)

  /// Sends the request and waits for the response while `isWanted` returns true.
  static func send(
    _ url: RemoteURL, unless known: Validators? = nil, most: Int, over sources: RemoteSources,
    while isWanted: () -> Bool
  ) -> Response {
    let pending = ManifestRequest(most: most)
    var request = TransferRequest(url)
    (request.ifNoneMatch, request.caching.isAllowed) = (known, false)
    request.limits.bytes = Int64(most)
    let transfer: TransferID
    do throws(NetworkError) {
      transfer = try sources.begin(request, for: pending)
    } catch {
      return .failed(error)
    }
    let end = HostTime.now() + timeout
    while isWanted(), HostTime.now() < end {
      if let response = pending.responses.pop(until: .now() + step) { return response }
    }
    sources.cancel(transfer)
    return .failed(isWanted() ? .timedOut(.bytes, url.host) : .cancelled)
  }

  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    state.update { $0.head = head }
    return nil
  }

  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    state.update { state in
      guard state.bytes.count + bytes.count <= most else {
        return .fail(.limitExceeded("too large (limit: \(most) bytes)"))
      }
      unsafe state.bytes += bytes
      return .proceed
    }
  }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    let state = state.value
    let response: Response =
      switch (error, state.head) {
      case (let error?, _): .failed(error)
      case (nil, let head?) where head.status == 304: .notModified
      case (nil, let head?) where head.status == 200: .received(state.bytes, head.validators)
      case (nil, let head):
        .failed(.invalidResponse("unexpected status \(head?.status ?? 0)"))
      }
    responses.force(response)
  }
}
