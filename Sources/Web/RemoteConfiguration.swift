package import VitrineControl

/// Access to the configuration for remote clients. The functions may be called from any thread and
/// do not block; they call back once, on another thread.
package protocol RemoteConfiguration: Sendable {
  func read(_ done: @escaping @Sendable (Result<ConfigurationText, Refusal>) -> Void)
  /// Returns all errors in a text, a line each; empty if it is valid.
  func check(_ own: String, _ done: @escaping @Sendable ([String]) -> Void)
  /// Makes the text effective, also after restarts. Returns the sections with changes that wait for
  /// the next start.
  func change(to own: String, _ done: @escaping @Sendable (Result<[String], Refusal>) -> Void)
}

/// The configuration at one moment.
package struct ConfigurationText: Hashable, Sendable {
  /// The effective configuration with the origin of each value, as YAML.
  package let effective: String
  /// The part that remote clients edit, as written; empty if there is none.
  package let own: String
  /// The sections that this part may contain.
  package let sections: [String]

  package init(effective: String, own: String, sections: [String]) {
    self.effective = effective
    self.own = own
    self.sections = sections
  }
}
