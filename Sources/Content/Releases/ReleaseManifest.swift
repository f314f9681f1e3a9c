package import VitrineCryptography
internal import VitrineTiming

/// The manifest of a release: the files that are shown together or not at all.
package struct ReleaseManifest: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    package let path: ReleasePath
    /// In bytes.
    package let size: Int64
    package let digest: Digest
    /// The download URL, relative to the manifest; nil for the file's path.
    package var address: String?

    package init(_ path: ReleasePath, size: Int64, _ digest: Digest, address: String? = nil) {
      self.path = path
      self.size = size
      self.digest = digest
      self.address = address
    }
  }

  /// Increases with each published release. Lower numbers are rejected.
  package let number: Int64
  /// In seconds since 1970. An expired manifest is rejected.
  package let expiry: Int64?
  /// The list or folder to play; nil plays everything.
  package let play: ReleasePath?
  /// Sorted by path.
  package let files: [File]

  static let mostFiles = 20_000
  static let mostBytes: Int64 = 1 << 46
  // bound: a constant
  static let numbers: ClosedRange<Int64> = 0...(1 << 52)

  /// Throws if the files cannot form one folder.
  package init(
    number: Int64, expiry: Int64? = nil, play: ReleasePath? = nil, _ files: [File]
  ) throws(ReleaseError) {
    guard Self.numbers.contains(number) else { throw .unreadable("`number` is out of range") }
    guard files.count <= Self.mostFiles else {
      throw .unreadable("more than \(Self.mostFiles) files")
    }
    let paths = Set(files.map(\.path.text))
    guard paths.count == files.count else { throw .unreadable("duplicate file path") }
    var (count, sizes): (Int64, [Digest: Int64]) = (0, [:])
    for file in files {
      guard (0...Self.mostBytes).contains(file.size) else {
        throw .unreadable("\(file.path): invalid size")
      }
      count +|= file.size
      guard count <= Self.mostBytes else { throw .unreadable("the total size is out of range") }
      if let folder = file.path.folders.first(where: paths.contains) {
        throw .unreadable("\(folder) is both a file and a folder")
      }
      guard sizes.updateValue(file.size, forKey: file.digest) ?? file.size == file.size else {
        throw .unreadable("\(file.path): same digest, different sizes")
      }
    }
    if let play, !paths.contains(play.text),
      !files.contains(where: { $0.path.folders.contains(play.text) })
    {
      throw .unreadable("`play` names \(play), which is not in `files`")
    }
    self.number = number
    self.expiry = expiry
    self.play = play
    self.files = files.sorted { $0.path < $1.path }
  }

  /// The total size, in bytes.
  package var size: Int64 { files.reduce(0) { $0 +| $1.size } }

  /// Equal for equal files, regardless of the number.
  package var id: ReleaseID {
    let lines = files.map { "\($0.path)\t\($0.size)\t\($0.digest.hex)\n" }.joined()
    return ReleaseID(Digest(of: "\(play?.text ?? "")\n" + lines))
  }
}

/// The identity of a release, derived from its files. The text is the name of its folder.
package struct ReleaseID: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  private static let length = 32

  init(_ digest: Digest) { text = String(digest.hex.prefix(Self.length)) }

  /// Returns nil if the text is not an ID.
  init?(_ text: String) {
    guard text.utf8.count == Self.length, text.allSatisfy({ "0123456789abcdef".contains($0) })
    else { return nil }
    self.text = text
  }

  package var description: String { text }
}
