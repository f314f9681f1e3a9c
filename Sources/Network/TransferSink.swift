package import VitrineAddresses

/// Identifies a transfer.
package struct TransferID: Hashable, Sendable {
  let number: Int
}

/// A receiver of transfers. Called on the network thread, which it must not block.
package protocol TransferSink: AnyObject, Sendable {
  /// Called at the start of a response, after redirects. A returned error ends the transfer.
  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError?
  /// Called with more bytes, which are valid only during the call.
  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep
  /// Called at the end, without an error if it is complete. Not called after a cancellation.
  func end(_ transfer: TransferID, _ error: NetworkError?)
}

/// How a transfer continues after some of its bytes.
package enum TransferStep: Sendable {
  case proceed
  /// The bytes were not accepted: they are delivered again after `resume`.
  case pause
  /// No more bytes are needed: the transfer ends without an error.
  case enough
  case fail(NetworkError)
}

/// An interface to begin and end transfers. Thread-safe.
package protocol Transfers: AnyObject, Sendable {
  /// Begins a transfer. `sink` receives the response, and is retained until the end.
  func begin(_ request: TransferRequest, for sink: any TransferSink) -> TransferID
  /// Ends a transfer soon; bytes may still arrive before that.
  func cancel(_ transfer: TransferID)
  /// Resumes a paused transfer.
  func resume(_ transfer: TransferID)
  /// Whether these bytes (without a range, the whole file) are cached.
  func isCached(_ url: RemoteURL, _ range: Range<Int64>?) -> Bool
  /// Removes an address from the cache.
  func evict(_ url: RemoteURL)
  /// Removes all pins.
  func unpinAll()
  /// Waits until the received data is on the disk.
  func settle()
  /// Whether responses are cached.
  var isCaching: Bool { get }
}

extension Transfers {
  package func isCached(_ url: RemoteURL, _ range: Range<Int64>?) -> Bool { false }
  package func evict(_ url: RemoteURL) {}
  package func unpinAll() {}
  package func settle() {}
  package var isCaching: Bool { false }
}
