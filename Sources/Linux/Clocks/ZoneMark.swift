/// Which zone the machine is in, as far as telling one from another goes: setting another one puts another file,
/// or a link to one, in the place of `/etc/localtime`.
public struct ZoneMark: Hashable, Sendable {
  private let identity: FileIdentity?
  private let version: String?

  /// Of now; where there is no file all places have the mark of UTC.
  public init() { self.init(of: "/etc/localtime") }

  init(of path: String) {
    identity = FileIdentity(following: path)
    version = (try? FileStatus(following: path))?.versionMark
  }
}
