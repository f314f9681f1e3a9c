import VitrineCodes
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePictures
import VitrinePlans
import VitrinePlayback
import VitrineScenes
import VitrineSchedules
import VitrineStage
import VitrineTiming

/// Draws the configured overlays on a player, and reads their files on a separate thread, again whenever they change.
/// Thread-safe.
final class OverlayReader: Sendable {
  private let thread: NamedThread
  private let end = BoundedQueue<Never>(limit: 1)

  /// Files and the clock's state are checked this often.
  private static let interval = Duration.seconds(1)

  /// Starts drawing. Returns nil without overlays.
  init?(_ overlays: [String: StageOverlay], on player: Player, _ log: Log) throws(Errno) {
    guard !overlays.isEmpty else { return nil }
    let contents = Shared(StageContents())
    let (scene, clocks) = (Shared(StageScene(overlays)), Self.clocks(of: overlays, log))
    // The zone, and whether the clock is trusted, are read from files.
    let (latest, isTimed) = (Shared(ClockReading.now()), overlays.values.contains(where: \.isTimed))
    let drawing = CustomDrawing { sheet in
      let (known, now) = (latest.value, Moment(nanoseconds: TimeOfDay.nanoseconds()))
      let reading = ClockReading(now, known.clock, hasEvidence: known.isTrusted)
      let shown = contents.value
      return scene.update { scene in
        scene.draw(sheet, shown, at: reading) { overlay, pattern in
          let clock = overlay.timeZone.flatMap { clocks[$0] } ?? reading.clock
          let time = clock.time(at: reading.moment.second)
          return DateText.text(pattern, at: time.seconds, in: overlay.language)
        }
      }
    }
    player.draw(drawing)
    thread = try NamedThread("overlays", priority: .background) { [end] in
      var files = OverlayFiles(overlays)
      repeat {
        if isTimed { latest.update { $0 = ClockReading.now() } }
        let (changed, faults) = files.read()
        for fault in faults { log.write(.overlayFailed, fault) }
        if changed {
          contents.update { $0 = files.contents }
          player.redraw()
        }
      } while (isTimed || !files.isEmpty) && !end.isOver(by: HostTime.now() + Self.interval)
    }
  }

  /// The clocks of the zones in use. Reports zones and languages that the machine does not have.
  private static func clocks(
    of overlays: [String: StageOverlay], _ log: Log
  ) -> [String: WallClock] {
    var clocks: [String: WallClock] = [:]
    for (name, overlay) in overlays.sorted(by: { $0.key < $1.key }) {
      if let zone = overlay.timeZone {
        do throws(ZoneFiles.Failure) {
          clocks[zone] = try ZoneFiles.clock(named: zone)
        } catch {
          log.write(.overlayFailed, "overlays.\(name).time-zone: \(error)")
        }
      }
      if let language = overlay.language, !DateText.has(language) {
        log.write(
          .overlayFailed,
          "overlays.\(name).language: the locale \(language) is not installed, using English; "
            + "apt install locales-all")
      }
    }
    return clocks
  }

  /// Ends the thread and waits for it.
  func close() {
    end.close()
    thread.join()
  }
}

extension BoundedQueue where Element == Never {
  /// Waits until the queue is closed, or until `deadline`. Returns whether it is closed.
  fileprivate func isOver(by deadline: HostTime) -> Bool {
    _ = pop(until: deadline)
    return isExhausted
  }
}

/// The files of overlays, and what was read from them. A file that cannot be read keeps its last content.
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
