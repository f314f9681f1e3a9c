public import VitrineCryptography
internal import VitrineTiming

/// Which files belong together: what a screen is to have, whole or not at all. A value.
public struct SetManifest: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    public let path: SetPath
    /// In bytes.
    public let size: Int64
    public let digest: Digest
    /// Where it is fetched from, as seen from the manifest; nil lies at its path.
    public var address: String?

    public init(_ path: SetPath, size: Int64, _ digest: Digest, address: String? = nil) {
      (self.path, self.size, self.digest, self.address) = (path, size, digest, address)
    }
  }

  /// Rises with each one that is published: what is older is not taken for news.
  public let number: Int64
  /// In seconds since 1970: after that it is taken no more.
  public let expiry: Int64?
  /// What is played of it; nil plays all of it.
  public let play: SetPath?
  /// By their paths.
  public let files: [File]

  static let mostFiles = 20_000
  static let mostBytes: Int64 = 1 << 46
  // bound: a constant
  static let numbers: ClosedRange<Int64> = 0...(1 << 52)

  /// Throws where the files cannot lie in one folder.
  public init(
    number: Int64, expiry: Int64? = nil, play: SetPath? = nil, _ files: [File]
  ) throws(SetError) {
    guard Self.numbers.contains(number) else { throw .unreadable("its number is none") }
    guard files.count <= Self.mostFiles else {
      throw .unreadable("it has more than \(Self.mostFiles) files")
    }
    let paths = Set(files.map(\.path.text))
    guard paths.count == files.count else { throw .unreadable("two of its files have one name") }
    var (count, sizes): (Int64, [Digest: Int64]) = (0, [:])
    for file in files {
      guard (0...Self.mostBytes).contains(file.size) else {
        throw .unreadable("\(file.path): no size that a file has")
      }
      count +|= file.size
      guard count <= Self.mostBytes else { throw .unreadable("it is larger than any disk") }
      if let folder = file.path.folders.first(where: paths.contains) {
        throw .unreadable("\(folder) is a file, and a folder, too")
      }
      guard sizes.updateValue(file.size, forKey: file.digest) ?? file.size == file.size else {
        throw .unreadable("\(file.path): one digest with two sizes")
      }
    }
    if let play, !paths.contains(play.text),
      !files.contains(where: { $0.path.folders.contains(play.text) })
    {
      throw .unreadable("\(play), which is to be played, is not in it")
    }
    (self.number, self.expiry, self.play) = (number, expiry, play)
    self.files = files.sorted { $0.path < $1.path }
  }

  /// In bytes.
  public var size: Int64 { files.reduce(0) { $0 +| $1.size } }

  /// The same for the same files, whatever its number.
  public var id: SetID {
    let lines = files.map { "\($0.path)\t\($0.size)\t\($0.digest.hex)\n" }.joined()
    return SetID(Digest(of: "\(play?.text ?? "")\n" + lines))
  }
}

/// Tells one set from others by what is in it. A value; its text is a folder's name.
public struct SetID: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  private static let length = 32

  init(_ digest: Digest) { text = String(digest.hex.prefix(Self.length)) }

  /// Nil for what is none.
  init?(_ text: String) {
    guard text.utf8.count == Self.length, text.allSatisfy({ "0123456789abcdef".contains($0) })
    else { return nil }
    self.text = text
  }

  public var description: String { text }
}
