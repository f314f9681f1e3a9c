internal import VitrineAddresses
internal import VitrineCodes
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineScenes
package import VitrineStage

/// The files of overlays, and their latest valid contents.
package struct OverlayFiles: Sendable {
  package private(set) var contents = StageContents()
  private var overlays: [String: StageOverlay] = [:]
  /// Sorted by name.
  private var files: [File] = []
  private var settled = SettledFiles()
  /// The current fault of each overlay, which is reported once.
  private(set) var faults: [String: String] = [:]
  /// The faults of new overlays, for the next reading.
  private var newFaults: [String] = []
  private var isNew = true
  /// Nil if URLs are not supported.
  private let feeds: Feeds?
  /// The version and the fault of each overlay's latest download.
  private var downloads: [String: (version: Int, fault: String?)] = [:]

  private struct File: Sendable {
    let name, path: String
    /// Nil for a local file.
    let url: RemoteURL?
    let isImage: Bool
  }

  private static let most = 64 << 10

  package init(_ overlays: [String: StageOverlay], _ feeds: Feeds? = nil) {
    self.feeds = feeds
    set(overlays)
  }

  /// Whether there are none.
  package var isEmpty: Bool { files.isEmpty }

  /// Replaces the overlays. Those with the same content keep their lines and pictures.
  package mutating func set(_ new: [String: StageOverlay]) {
    let changed = Set(new.keys).union(overlays.keys).filter {
      new[$0]?.content != overlays[$0]?.content
    }
    overlays = new
    isNew = true
    for name in changed.sorted() {
      (contents.lines[name], contents.images[name], faults[name]) = (nil, nil, nil)
      downloads[name] = nil
      switch new[name]?.content {
      case .ticker(.texts(let texts)): contents.lines[name] = texts
      case .image(let path), .ticker(.file(let path)): settled.readAtOnce(path)
      case .code(let text):
        guard SquareCode(qr: text) == nil else { continue }
        let fault = "expected ASCII characters, at most 500"
        faults[name] = fault
        newFaults.append("overlays.\(name): \(fault)")
      case .clock, .countdown, .text, .pixels, nil: break
      }
    }
    files = new.sorted { $0.key < $1.key }.compactMap { name, overlay in
      switch overlay.content {
      case .image(let path): File(name: name, path: path, url: nil, isImage: true)
      case .ticker(.file(let path)):
        // A path that begins with a scheme is a file too.
        File(
          name: name, path: path, url: path.hasPrefix("/") ? nil : try? RemoteURL(path),
          isImage: false)
      case .clock, .countdown, .text, .ticker, .code, .pixels: nil
      }
    }
    settled.keep(Set(files.map(\.path)))
    let codes = new.values.compactMap { overlay -> (String, SquareCode)? in
      guard case .code(let text) = overlay.content else { return nil }
      return (contents.codes[text] ?? SquareCode(qr: text)).map { (text, $0) }
    }
    contents.codes = Dictionary(codes) { first, _ in first }
  }

  /// Reads the files that have changed. Returns whether contents have changed, and new faults.
  package mutating func read() -> (hasChanged: Bool, faults: [String]) {
    let before = contents
    var new = newFaults
    newFaults = []
    // Several overlays may show the same file.
    var pictures: [String: PixelData] = [:]
    var due: [String: Result<Bool, Errno>] = [:]
    for path in Set(files.filter { $0.url == nil }.map(\.path)) {
      due[path] = Result { () throws(Errno) in try settled.hasChanged(path) }
    }
    for file in files {
      if let url = file.url {
        readFeed(url, file, &new)
        continue
      }
      do throws(Errno) {
        guard try due[file.path]?.get() ?? false else { continue }
        guard let fault = try read(file, &pictures) else {
          faults[file.name] = nil
          continue
        }
        report(fault, of: file, &new)
      } catch {
        settled.repeatReading(of: file.path)
        report("\(error)", of: file, &new)
      }
    }
    settled.endRound()
    defer { isNew = false }
    return (isNew || contents != before, new)
  }

  /// Shows the latest download of a feed. After a failure the last valid one stays.
  private mutating func readFeed(_ url: RemoteURL, _ file: File, _ new: inout [String]) {
    guard let feeds else { return report("URLs are not supported here", of: file, &new) }
    let feed: Feeds.Feed
    do throws(Errno) { feed = try feeds.latest(url) } catch {
      return report("\(error)", of: file, &new)
    }
    if let bytes = feed.bytes, downloads[file.name]?.version != feed.version {
      do throws(FeedText.Fault) {
        contents.lines[file.name] = try FeedText.lines(of: bytes)
        downloads[file.name] = (feed.version, nil)
      } catch {
        downloads[file.name] = (feed.version, error.cause)
      }
    }
    if let fault = feed.fault ?? downloads[file.name]?.fault {
      report(fault, of: file, &new)
    } else {
      faults[file.name] = nil
    }
  }

  private mutating func report(_ fault: String, of file: File, _ new: inout [String]) {
    guard faults[file.name] != fault else { return }
    faults[file.name] = fault
    new.append("overlays.\(file.name): \(file.url?.description ?? file.path): \(fault)")
  }

  /// Reads one file. Returns why its content is invalid; nil if it is valid.
  private mutating func read(
    _ file: File, _ pictures: inout [String: PixelData]
  ) throws(Errno) -> String? {
    if file.isImage {
      if let known = pictures[file.path] {
        contents.images[file.name] = known
        return nil
      }
      switch try PictureFile.read(file.path) {
      case .success(let picture):
        contents.images[file.name] = picture
        pictures[file.path] = picture
      case .failure(let fault): return fault.cause
      }
      return nil
    }
    let bytes = try FileDescriptor(reading: file.path).bytes(most: Self.most + 1)
    guard bytes.count <= Self.most else { return "the file is larger than 64 KiB" }
    do throws(FeedText.Fault) {
      contents.lines[file.name] = try FeedText.lines(of: bytes)
      return nil
    } catch {
      return error.cause
    }
  }
}
