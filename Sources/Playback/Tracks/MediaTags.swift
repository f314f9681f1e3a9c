/// The tags of a file, such as its artist, by FFmpeg's names in lower case. They are untrusted: their
/// reader limits their number and length.
package struct MediaTags: Hashable, Sendable {
  package private(set) var values: [String: String] = [:]

  package init(_ values: [String: String] = [:]) {
    for (name, value) in values { self[name] = value }
  }

  /// Names are compared without regard to case.
  package subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// Returns the tags, with `others` for those that are missing.
  package func completed(by others: MediaTags) -> MediaTags {
    var tags = self
    tags.values.merge(others.values) { own, _ in own }
    return tags
  }
}
