import VitrineCodes
import VitrineLinux
import VitrinePictures
import VitrineScenes
import VitrineStage

/// The files of overlays, and their latest valid contents.
struct OverlayFiles {
  private(set) var contents = StageContents()
  private let overlays: [(name: String, path: String, isImage: Bool)]
  private var seen: [String: FileStatus] = [:]
  /// The changed files, which are read once they have stopped changing: other programs may still be writing them.
  private var changing: [String: FileStatus] = [:]
  /// The last fault of each overlay, which is reported once.
  private var faults: [String: String] = [:]
  private var isFirst = true

  private static let most = 64 << 10
  /// As the interface reads them.
  private static let sides = 1...4096

  init(_ overlays: [String: StageOverlay]) {
    self.overlays = overlays.sorted { $0.key < $1.key }.compactMap { name, overlay in
      switch overlay.content {
      case .image(let path): (name, path, true)
      case .ticker(.file(let path)): (name, path, false)
      case .clock, .countdown, .text, .ticker, .code: nil
      }
    }
    for (name, overlay) in overlays {
      switch overlay.content {
      case .ticker(.text(let text)): contents.lines[name] = [text]
      case .code(let text):
        contents.codes[name] = SquareCode(qr: text)
        if contents.codes[name] == nil { faults[name] = "expected ASCII characters, at most 500" }
      case .clock, .countdown, .text, .ticker, .image: break
      }
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { overlays.isEmpty }

  /// Reads the files that have changed. Returns whether contents have changed, and new faults.
  mutating func read() -> (hasChanged: Bool, faults: [String]) {
    let before = contents
    var new = isFirst ? faults.map { "overlays.\($0.key): \($0.value)" }.sorted() : []
    for (name, path, isImage) in overlays {
      do throws(Errno) {
        let status = try FileStatus(following: path)
        guard seen[name] != status else { continue }
        guard isFirst || changing[name] == status else {
          changing[name] = status
          continue
        }
        (seen[name], changing[name]) = (status, nil)
        guard let fault = try read(name, path, isImage) else {
          faults[name] = nil
          continue
        }
        report(fault, of: name, path, &new)
      } catch {
        seen[name] = nil
        report("\(error)", of: name, path, &new)
      }
    }
    defer { isFirst = false }
    return (isFirst || contents != before, new)
  }

  private mutating func report(
    _ fault: String, of name: String, _ path: String, _ new: inout [String]
  ) {
    guard faults[name] != fault else { return }
    faults[name] = fault
    new.append("overlays.\(name): \(path): \(fault)")
  }

  /// Reads one file. Returns why its content is invalid; nil if it is valid.
  private mutating func read(
    _ name: String, _ path: String, _ isImage: Bool
  ) throws(Errno) -> String? {
    let file = try FileDescriptor(reading: path)
    if isImage {
      // The interface reads the pixels of each path once.
      guard contents.images[name] == nil else { return nil }
      let size = Self.pngSize(try file.bytes(at: 0, count: 24))
      guard let size else { return "not a PNG file" }
      guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
        return "the picture is \(size) pixels large (limit: 4096x4096)"
      }
      contents.images[name] = size
      return nil
    }
    let bytes = try file.bytes(most: Self.most + 1)
    guard bytes.count <= Self.most else { return "the file is larger than 64 KiB" }
    guard let text = String(validating: bytes, as: UTF8.self) else { return "not UTF-8 text" }
    contents.lines[name] = Self.lines(of: text)
    return nil
  }

  /// The lines without control characters, empty lines and a byte order mark.
  static func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let shown = line.unicodeScalars.filter {
        $0.properties.generalCategory != .control && $0 != "\u{FEFF}"
      }
      let trimmed = String(String.UnicodeScalarView(shown)).split(separator: " ")
      return trimmed.isEmpty ? nil : trimmed.joined(separator: " ")
    }
  }

  /// The size in a PNG file's header (PNG specification, IHDR).
  private static func pngSize(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.count >= 24,
      Array(bytes[0..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    else { return nil }
    func number(_ place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return PixelSize(number(16), number(20))
  }
}
