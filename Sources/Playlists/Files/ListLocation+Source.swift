internal import VitrineStreams

// From what is written to what is played.
extension ListLocation {
  /// What is written as a path, or as a URL.
  public func source(_ written: String) throws(Refusal) -> Item.Source {
    if let remote = try Self.remote(written) { return remote }
    return .file(try path(written))
  }

  /// What is written as a reference, percent signs and all: RFC 3986.
  public func source(reference: String) throws(Refusal) -> Item.Source {
    if let remote = try Self.remote(reference) { return remote }
    return .file(try path(reference: reference))
  }

  /// A picture for lists or subtitles: a file, or what lies on a web server.
  public func companion(_ written: String) throws(Refusal) -> Item.Source {
    try Self.checkedCompanion(try source(written))
  }

  /// The same of a reference, percent signs and all.
  public func companion(reference: String) throws(Refusal) -> Item.Source {
    try Self.checkedCompanion(try source(reference: reference))
  }

  private static func checkedCompanion(_ source: Item.Source) throws(Refusal) -> Item.Source {
    guard case .remote(let url) = source, !url.isWeb else { return source }
    throw Refusal(
      cause: "\(url.scheme.rawValue): pictures and subtitles come from this machine or a web "
        + "server",
      isElsewhere: true)
  }

  /// What is named outside of lists, where each path is one, whatever it looks like.
  func source(argument: String) throws(Refusal) -> Item.Source {
    try Self.remote(argument) ?? .file(argument)
  }

  /// Of what is fetched or received over the network; nil for all else.
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
