internal import VitrineStreams

// Conversion to sources.
extension ListLocation {
  /// Returns the source for a path or URL.
  public func source(_ written: String) throws(Refusal) -> Item.Source {
    if let remote = try Self.remote(written) { return remote }
    return .file(try path(written))
  }

  /// Returns the source for a percent-encoded reference: RFC 3986.
  public func source(reference: String) throws(Refusal) -> Item.Source {
    if let remote = try Self.remote(reference) { return remote }
    return .file(try path(reference: reference))
  }

  /// Returns the source of a poster or subtitles: a local file or a file on a web server.
  public func companion(_ written: String) throws(Refusal) -> Item.Source {
    try Self.checkedCompanion(try source(written))
  }

  /// Returns the source of a poster or subtitles for a percent-encoded reference.
  public func companion(reference: String) throws(Refusal) -> Item.Source {
    try Self.checkedCompanion(try source(reference: reference))
  }

  private static func checkedCompanion(_ source: Item.Source) throws(Refusal) -> Item.Source {
    guard case .remote(let url) = source, !url.isWeb else { return source }
    throw Refusal(
      cause: "\(url.scheme.rawValue): images and subtitles must be local files or on a web "
        + "server",
      isElsewhere: true)
  }

  /// Returns the source for a command-line argument, where everything but a known URL is a path.
  func source(argument: String) throws(Refusal) -> Item.Source {
    try Self.remote(argument) ?? .file(argument)
  }

  /// Returns the source for a network URL; nil for everything else.
  private static func remote(_ written: String) throws(Refusal) -> Item.Source? {
    guard
      let scheme = written.firstRange(of: "://").map({ written[..<$0.lowerBound].lowercased() }),
      let known = RemoteURL.Scheme(rawValue: scheme), known != .rtsps
    else { return nil }
    do throws(RemoteURL.Fault) {
      return .remote(try RemoteURL(written))
    } catch {
      throw Refusal(cause: "\(error)", isElsewhere: true)
    }
  }
}
