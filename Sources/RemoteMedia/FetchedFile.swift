package import VitrineAddresses
internal import VitrineLinux
import VitrineMedia
package import VitrineNetwork
package import VitrinePlayback
package import VitrineTiming

/// A small file on a server, downloaded into memory: a poster or subtitles. Transient errors are
/// retried indefinitely. Thread-safe. The owner ends it with `interrupt`.
package final class FetchedFile: Sendable {
  private let sources: RemoteSources
  private let outcome = BoundedQueue<Result<[UInt8], PlaybackError>>(limit: 1)
  private let state: Shared<State>

  private struct State {
    var fetch: ResourceFetch
    var bytes: [UInt8] = []
    var transfer: TransferID?
    var trouble: NetworkError?
    var isInterrupted = false
  }

  /// Starts the download. Files with more than `most` bytes are refused.
  package init(_ url: RemoteURL, most: Int, over sources: RemoteSources) {
    self.sources = sources
    state = Shared(State(fetch: ResourceFetch(url, most: Int64(most))))
    state.update { begin(&$0, at: nil) }
  }

  package func popResult() -> Result<[UInt8], PlaybackError>? { outcome.tryPop() }

  package func bytes(until deadline: HostTime) throws(PlaybackError) -> [UInt8] {
    if let result = outcome.pop(until: deadline) { return try result.get() }
    let state = state.value
    let error =
      state.isInterrupted ? .cancelled : state.trouble ?? .timedOut(.answer, state.fetch.url.host)
    throw PlaybackError(error, at: state.fetch.url)
  }

  /// Cancels the download.
  package func interrupt() {
    let transfer = state.update { state in
      state.isInterrupted = true
      return state.transfer.take()
    }
    if let transfer { sources.cancel(transfer) }
    outcome.close(discarding: true)
  }

  private func begin(_ state: inout State, at moment: HostTime?) {
    guard !state.isInterrupted else { return }
    var request = state.fetch.request
    request.notBefore = moment
    do throws(NetworkError) {
      state.transfer = try sources.begin(request, for: self)
    } catch {
      outcome.force(.failure(PlaybackError(error, at: state.fetch.url)))
    }
  }
}

extension FetchedFile: RemoteDownload {}

extension PlaybackError {
  fileprivate init(_ error: NetworkError, at url: RemoteURL) {
    self.init(.source, "\(url): \(error)", exitStatus: .unavailable)
  }
}

extension FetchedFile: TransferSink {
  package func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    state.update { $0.fetch.begin(head) }
  }

  package func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    state.update { state in
      let (skipped, new, step) = state.fetch.receive(bytes.count)
      unsafe state.bytes += bytes[skipped..<(skipped + new)]
      return step
    }
  }

  package func end(_ transfer: TransferID, _ error: NetworkError?) {
    state.update { state in
      state.transfer = nil
      switch state.fetch.end(error, chance: .random(in: 0...1)) {
      case .complete: outcome.force(.success(state.bytes))
      case .failed(let error):
        outcome.force(.failure(PlaybackError(error, at: state.fetch.url)))
      case .retry(let pause, let error):
        state.trouble = error
        // The server is sending another version, from its beginning.
        if state.fetch.received == 0 { state.bytes = [] }
        begin(&state, at: .now() + pause)
      }
    }
  }
}
