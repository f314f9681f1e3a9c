package import VitrineContent

/// An event of the updater.
package enum ContentUpdateEvent: Hashable, Sendable {
  /// A release was activated.
  case activated(ReleaseID, number: Int64, files: Int)
  /// The number of bytes of the active release that peers sent, and the number that had to be
  /// downloaded.
  case downloadedFromPeers(Int64, of: Int64)
  /// A peer sends wrong files.
  case distrusted(peer: String)
  /// The release failed and was rolled back.
  case rolledBack(because: String)
  /// The release failed, and there is no previous one.
  case failed(because: String)
  case error(String)
  /// The list or folder at this path on a stick plays while the stick is plugged in.
  case startedStick(String, files: Int)
  /// The stick no longer plays: it was unplugged, or failed.
  case stoppedStick(String, because: String?)
  /// The reported error is over.
  case recovered
}
