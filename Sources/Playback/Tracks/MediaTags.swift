/// The tags of a file, such as its artist, by FFmpeg's names in lower case. They are untrusted: their
/// reader limits their number and length.
public struct MediaTags: Hashable, Sendable {
  public private(set) var values: [String: String] = [:]

  public init(_ values: [String: String] = [:]) {
    for (name, value) in values { self[name] = value }
  }

  /// Names are compared without regard to case.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// Returns the tags, with `others` for those that are missing.
  public func completed(by others: MediaTags) -> MediaTags {
    var tags = self
    tags.values.merge(others.values) { own, _ in own }
    return tags
  }
}
