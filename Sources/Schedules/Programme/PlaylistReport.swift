/// The state of a service's playlist.
package struct PlaylistReport: Hashable, Sendable {
  /// When it was last read; nil before that, and while the machine's clock is not set.
  package var read: Moment?
  /// Why the latest reading failed; the list before it still applies.
  package var error: String?
  /// Whether a version of it was read, and applies.
  package var isThere = false
  /// Whether that version has no entry that can be played.
  package var isEmpty = false
  /// The locations of the items that are not played because they crashed the player repeatedly.
  package var quarantined: [String]

  package init(read: Moment? = nil, error: String? = nil, quarantined: [String] = []) {
    (self.read, self.error, self.quarantined) = (read, error, quarantined)
  }
}
