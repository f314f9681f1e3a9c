/// A valid name for an upload: not a path, not hidden, and safe in lists and shells.
struct UploadName: Hashable {
  let text: String

  static let rule = """
    a name must have 1 to 200 bytes and an extension, no slashes or control characters, and must not begin \
    with a dot or a hyphen
    """

  init?(_ text: String) {
    let scalars = text.unicodeScalars
    let isOrdinary = scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
      default: scalar != "/" && scalar != "\\"
      }
    }
    guard (1...200).contains(text.utf8.count), isOrdinary, let first = scalars.first,
      first != ".", first != "-", first != " ", scalars.last != " ",
      let point = text.lastIndex(of: "."), text.index(after: point) != text.endIndex
    else { return nil }
    self.text = text
  }
}
