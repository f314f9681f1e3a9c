internal import VitrineAddresses
internal import VitrineLinux
internal import VitrinePlaylists
internal import VitrineTiming

/// The identity of a strip: the contents of the file and the request, wherever the file is. A file
/// on a server is not downloaded for this: its address and its properties identify it.
struct ThumbnailKey: Hashable {
  /// 32 hexadecimal digits.
  let name: String

  /// To be incremented when the same request results in other pictures or files.
  private static let version = 3
  private static let sample = 64 << 10

  /// Hashes the file's size and its first, middle and last 64 KiB: reading a whole film would take
  /// a minute. Returns nil if the file is empty, unreadable or not a regular file.
  init?(of place: ThumbnailSource.Location, for request: ThumbnailRequest) {
    switch place {
    case .path(let path): self.init(of: path, for: request)
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return nil }
      var hash = FNV128()
      hash.combine(bytes)
      self.init(hash, size: bytes.count, request)
    case .remote: return nil
    }
  }

  /// The strip of an item on a server. `properties` are those of its video.
  init(of url: RemoteURL, _ properties: String, for request: ThumbnailRequest) {
    var hash = FNV128()
    hash.combine("remote\n\(url.identity)\n\(properties)".utf8)
    self.init(hash, size: 0, request)
  }

  /// The measured loudness of a file.
  init?(loudnessOf path: String) {
    guard let (hash, size) = Self.contents(of: path) else { return nil }
    var whole = hash
    whole.combine("\(Self.version) \(size) loudness".utf8)
    name = whole.digits
  }

  private init?(of path: String, for request: ThumbnailRequest) {
    guard let (hash, size) = Self.contents(of: path) else { return nil }
    self.init(hash, size: size, request)
  }

  private static func contents(of path: String) -> (hash: FNV128, size: Int)? {
    guard let file = try? FileDescriptor(reading: path),
      let status = try? FileStatus(of: file), status.isFile, status.size > 0
    else { return nil }
    var hash = FNV128()
    let last = max(0, status.size - Self.sample)
    for offset in [0, last / 2, last] {
      guard let bytes = try? file.bytes(at: offset, count: Self.sample) else { return nil }
      hash.combine(bytes)
    }
    return (hash, status.size)
  }

  private init(_ contents: FNV128, size: Int, _ request: ThumbnailRequest) {
    var hash = contents
    let (start, end) = (request.item.start?.nanoseconds, request.item.end?.nanoseconds)
    let numbers = [Self.version, size, request.count, request.width].map(String.init)
    let ends = [start, end].map { $0.map { String($0) } ?? "-" }
    let kind = request.isPoster ? ["poster"] : []
    hash.combine((numbers + ends + kind).joined(separator: " ").utf8)
    name = hash.digits
  }

  /// Whether a folder's name is a key.
  static func isName(_ name: String) -> Bool {
    name.utf8.count == FNV128.digitCount
      && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

/// The 128-bit FNV-1a hash, to distinguish files, not for security.
private struct FNV128 {
  static let digitCount = 32

  private var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt128(byte)) &* Self.prime }
  }

  var digits: String {
    let short = String(value, radix: 16)
    return String(repeating: "0", count: Self.digitCount - short.utf8.count) + short
  }
}
