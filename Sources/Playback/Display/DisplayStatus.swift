/// The display of a player, as its latest event describes it.
package struct DisplayStatus: Hashable, Sendable {
  /// The connector (`HDMI-A-1`), or the name of a display without one; nil before there was any.
  package var name: String?
  /// The mode in use, or the last one.
  package var mode: String?
  /// Whether a cable is connected; nil if unknown.
  package var isConnected: Bool?
  /// Why it shows no pictures; nil if it does, or is off as requested.
  package var dark: String?

  package init(
    name: String? = nil, mode: String? = nil, isConnected: Bool? = nil, dark: String? = nil
  ) {
    (self.name, self.mode, self.isConnected, self.dark) = (name, mode, isConnected, dark)
  }
}
