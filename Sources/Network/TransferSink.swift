public import VitrineStreams

/// Tells one transfer from others.
public struct TransferID: Hashable, Sendable {
  let number: Int
}

/// Takes what transfers bring. Called on the network's thread, which it must not keep.
public protocol TransferSink: AnyObject, Sendable {
  /// The answer begins, after redirects. An error ends the transfer with it.
  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError?
  /// More of its bytes, which are gone afterwards.
  func take(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep
  /// It came to its end, without an error as a whole. Not told where it was cancelled.
  func end(_ transfer: TransferID, _ error: NetworkError?)
}

/// How a transfer goes on after some of its bytes.
public enum TransferStep: Sendable {
  case goOn
  /// They were not taken: they come again once it is resumed.
  case pause
  /// Nothing more of it is wanted: it ends without an error.
  case enough
  case fail(NetworkError)
}

/// What begins transfers, and ends them. Thread-safe.
public protocol Transfers: AnyObject, Sendable {
  /// Asks for something. What comes of it is told to `sink`, which is kept until the end.
  func begin(_ request: TransferRequest, for sink: any TransferSink) -> TransferID
  /// Ends it soon; bytes may still come before that.
  func cancel(_ transfer: TransferID)
  /// Goes on with one that was paused.
  func resume(_ transfer: TransferID)
  /// Whether these bytes are on this machine, all of them without a range.
  func keeps(_ url: RemoteURL, _ range: Range<Int64>?) -> Bool
  /// What lies there is not to be kept.
  func forget(_ url: RemoteURL)
  /// What was asked for to be held is that no more.
  func letGo()
  /// Waits until what came and is kept is on the disk.
  func settle()
  /// Whether what comes is kept.
  var isKeeping: Bool { get }
}

extension Transfers {
  public func keeps(_ url: RemoteURL, _ range: Range<Int64>?) -> Bool { false }
  public func forget(_ url: RemoteURL) {}
  public func letGo() {}
  public func settle() {}
  public var isKeeping: Bool { false }
}
