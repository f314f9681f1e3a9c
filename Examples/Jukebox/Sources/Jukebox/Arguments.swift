import VitrineKit

/// The command line: options, then the songs.
struct Arguments {
  private(set) var socket: String?
  private(set) var port: Int?
  let songs: [Item]

  /// Nil if the words are invalid.
  init?(_ words: some Collection<String>) {
    var rest = Array(words)[...]
    while let option = rest.first, option.hasPrefix("--") {
      guard let value = rest.dropFirst().first else { return nil }
      switch option {
      case "--socket": socket = value
      case "--http":
        guard let number = UInt16(value) else { return nil }
        port = Int(number)
      default: return nil
      }
      rest = rest.dropFirst(2)
    }
    guard !rest.isEmpty else { return nil }
    songs = rest.map(Item.init(path:))
  }
}
