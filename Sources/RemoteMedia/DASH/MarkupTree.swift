internal import VitrineMarkup

/// An element of an XML file with its contents.
struct MarkupTree {
  /// Without its namespace.
  let name: Substring
  let attributes: [String: String]
  /// The element's number in the file.
  let number: Int
  /// By name, so that a look-up is fast however many there are.
  fileprivate var children: [Substring: [MarkupTree]] = [:]
  var text = ""

  fileprivate init(name: Substring, attributes: [String: String], number: Int) {
    self.name = name
    self.attributes = attributes
    self.number = number
  }

  subscript(_ attribute: String) -> String? { attributes[attribute] }
  func all(_ name: String) -> [MarkupTree] { children[name[...]] ?? [] }
  func first(_ name: String) -> MarkupTree? { children[name[...]]?.first }

  /// Returns the outermost element. Some packagers leave out the declarations of namespace prefixes
  /// that do not matter here.
  static func read(_ bytes: [UInt8]) throws(MarkupError) -> MarkupTree {
    var reader = Reader()
    try MarkupElements.read(bytes, with: &reader, lacksNamespaces: true)
    guard let root = reader.root else { throw MarkupError(line: 1, cause: "empty document") }
    return root
  }

  private struct Reader: MarkupReader {
    var root: MarkupTree?
    private var open: [MarkupTree] = []
    private var count = 0
    /// No address is longer, and longer texts are not used.
    private static let longestText = 16_384

    mutating func begin(
      _ name: String, _ attributes: [String: String], line: Int
    ) throws(MarkupError) {
      let own = name.split(separator: ":").last ?? ""
      open.append(MarkupTree(name: own, attributes: attributes, number: count))
      count += 1
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let last = open.indices.last, open[last].text.utf8.count < Self.longestText else {
        return
      }
      open[last].text += unsafe String(decoding: bytes, as: UTF8.self)
    }

    mutating func end(line: Int) {
      guard let ended = open.popLast() else { return }
      guard let last = open.indices.last else { return root = ended }
      open[last].children[ended.name, default: []].append(ended)
    }
  }
}
