import VitrineAddresses
import VitrineLinux
import VitrineNetwork
import VitrineTiming

/// The download of a file from a byte offset, resumed after errors. A few megabytes are buffered;
/// then the server waits. A peer gets one attempt and shorter timeouts. Thread-safe. Call `cancel`
/// when done.
final class FileDownload: TransferSink {
  enum Piece: Sendable {
    case bytes([UInt8])
    /// The file changed on the server; start from its beginning.
    case restart
    case finished
    case failed(NetworkError)
  }

  private struct State {
    var fetch: ResourceFetch
    var transfer: TransferID?
    var isPaused = false
    var isCancelled = false
    var error: NetworkError?
  }

  private let pieces = BoundedQueue<Piece>(limit: .max)
  private let state: Shared<State>
  private let sources: RemoteSources
  let host: String
  private let isNearby: Bool
  private static let ahead = 4 << 20

  init(
    _ url: RemoteURL, from start: Int64, size: Int64, over sources: RemoteSources,
    isNearby: Bool = false
  ) {
    (self.sources, host, self.isNearby) = (sources, url.host, isNearby)
    // bound: a partial file is no larger than the whole
    state = Shared(State(fetch: ResourceFetch(url, range: start..<size, most: size)))
    state.update { begin(&$0, at: nil) }
  }

  /// Returns the next piece; nil after the deadline.
  func next(until deadline: HostTime) -> Piece? {
    let piece = pieces.pop(until: deadline)
    let paused = state.update { state -> TransferID? in
      guard state.isPaused, pieces.weight < Self.ahead / 2 else { return nil }
      state.isPaused = false
      return state.transfer
    }
    if let paused { sources.resume(paused) }
    return piece
  }

  /// The network error that currently delays the download.
  var error: NetworkError? { state.value.error }

  func cancel() {
    let transfer = state.update { state in
      state.isCancelled = true
      return state.transfer.take()
    }
    if let transfer { sources.cancel(transfer) }
    pieces.close(discarding: true)
  }

  private func begin(_ state: inout State, at moment: HostTime?) {
    guard !state.isCancelled else { return }
    var request = state.fetch.request
    (request.notBefore, request.caching.isAllowed) = (moment, false)
    if isNearby { request.useShortTimeouts() }
    do throws(NetworkError) {
      state.transfer = try sources.begin(request, for: self)
    } catch {
      pieces.force(.failed(error), weight: 0)
    }
  }

  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    state.update { $0.fetch.begin(head) }
  }

  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    state.update { state in
      guard pieces.weight < Self.ahead else {
        state.isPaused = true
        return .pause
      }
      let (skipped, new, step) = state.fetch.receive(bytes.count)
      if new > 0 {
        state.error = nil
        unsafe pieces.force(.bytes(Array(bytes[skipped..<(skipped + new)])), weight: new)
      }
      return step
    }
  }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    state.update { state in
      (state.transfer, state.isPaused) = (nil, false)
      switch state.fetch.end(error, chance: .random(in: 0...1)) {
      case .complete: pieces.force(.finished, weight: 0)
      case .failed(let error): pieces.force(.failed(error), weight: 0)
      case .retry(_, let error) where isNearby: pieces.force(.failed(error), weight: 0)
      case .retry(let pause, let error):
        state.error = error
        if state.fetch.received == 0, error == .changed { pieces.force(.restart, weight: 0) }
        begin(&state, at: .now() + pause)
      }
    }
  }
}

extension TransferRequest {
  /// Configures a request to a peer: short timeouts and no redirects.
  fileprivate mutating func useShortTimeouts() {
    isNearby = true
    (limits.connectTimeout, limits.responseTimeout, limits.idleTimeout) = (
      .seconds(1), .seconds(2), .seconds(3)
    )
    limits.redirects = 0
  }
}
