/// A mark that changes with the machine's time zone: setting another zone replaces the file or link
/// `/etc/localtime`.
package struct ZoneMark: Hashable, Sendable {
  private let identity: FileIdentity?
  private let version: String?

  /// The current mark; if the file is missing, that of UTC.
  package init() { self.init(of: "/etc/localtime") }

  init(of path: String) {
    identity = FileIdentity(following: path)
    version = (try? FileStatus(following: path))?.versionMark
  }
}
