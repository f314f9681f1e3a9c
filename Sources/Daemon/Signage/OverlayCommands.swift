import VitrineControl
import VitrineLinux
import VitrinePictures
import VitrineScenes
import VitrineSettings
import VitrineStage
import VitrineStageFiles
import VitrineTiming

/// Overlays by command: carries out the requests of clients on a player's stage. Thread-safe.
final class OverlayCommands: Sendable {
  private let stage: StageReader
  /// Whether the player shows overlays; false if it has no interface, not even for notices.
  private let isPossible: Bool
  /// Reads pixels; nil before the first.
  private let files = Shared<SourceThread?>(nil)

  /// As in the configuration.
  private static let most = StageOverlay.most
  /// The pixels of all overlays together, in bytes: two 4K displays.
  private static let mostBytes = 2 * 3840 * 2160 * 4

  init(_ stage: StageReader, isPossible: Bool) {
    (self.stage, self.isPossible) = (stage, isPossible)
  }

  /// By name, with their keys in the configuration.
  var overlays: [String: [String: String]] { stage.overlays.mapValues(\.keys) }

  func carryOut(
    _ change: OverlayChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    guard isPossible else { return done(.noInterface) }
    do throws(Refusal) {
      switch change {
      case .remove(let name):
        try update { $0.removeValue(forKey: name) == nil ? Refusal("no overlay \(name)") : nil }
      case .set(let name, let keys): try set(name, try Self.overlay(name, keys))
      case .pixels(let name, let picture):
        return read(picture, until: deadline) { [self] result in
          do throws(Refusal) {
            try set(name, StageOverlay(.pixels(try result.get(), picture.frame)))
            done(nil)
          } catch {
            done(error)
          }
        }
      }
      done(nil)
    } catch {
      done(error)
    }
  }

  private static func overlay(
    _ name: String, _ keys: [String: String]
  ) throws(Refusal) -> StageOverlay {
    do throws(ConfigurationFaults) { return try StageOverlay(name: name, keys: keys) } catch {
      throw Refusal(error.lines.joined(separator: "; "), .invalid)
    }
  }

  private func set(_ name: String, _ overlay: StageOverlay) throws(Refusal) {
    try update { overlays in
      let others = overlays.filter { $0.key != name }
      guard others.count < Self.most else {
        return Refusal(
          "too many overlays (limit: \(Self.most)); remove one: vitrine ctl overlay remove NAME")
      }
      guard others.values.reduce(overlay.byteCount, { $0 +| $1.byteCount }) <= Self.mostBytes else {
        return Refusal("the overlays have more than \(Self.mostBytes >> 20) MiB of pixels")
      }
      overlays[name] = overlay
      return nil
    }
  }

  private func update(
    _ body: (inout [String: StageOverlay]) -> Refusal?
  ) throws(Refusal) {
    let refusal: Refusal?
    do throws(Errno) { refusal = try stage.update(body) } catch {
      throw Refusal("cannot start a thread for overlays: \(error)")
    }
    if let refusal { throw refusal }
  }

  private func read(
    _ picture: OverlayChange.RawPicture, until deadline: HostTime,
    done: @escaping @Sendable (Result<PixelData, Refusal>) -> Void
  ) {
    let made = files.update { files in
      Result { () throws(Errno) in
        if let files { return files }
        let thread = try SourceThread()
        files = thread
        return thread
      }
    }
    guard case .success(let thread) = made else {
      return done(.failure(Refusal("cannot start a thread for the picture")))
    }
    thread.read(until: deadline) { () throws(Refusal) in
      let (status, bytes): (FileStatus, [UInt8])
      do throws(Errno) {
        let file = try FileDescriptor(reading: picture.path)
        status = try FileStatus(of: file)
        bytes =
          status.isFile && status.isReadableByAll
          ? try file.bytes(at: picture.offset, count: picture.byteCount) : []
      } catch {
        throw Refusal("\(picture.path): \(error)")
      }
      // A screenshot would show a client what only the service may read.
      guard status.isFile, status.isReadableByAll else {
        throw Refusal("\(picture.path): expected a file that every user may read: chmod o+r")
      }
      guard bytes.count == picture.byteCount else {
        throw Refusal("\(picture.path): shorter than the picture")
      }
      return PixelData(picture, bytes)
    } done: {
      done($0)
    }
  }
}

extension OverlayChange.RawPicture {
  fileprivate var frame: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(shownWidth), height: Double(shownHeight))
  }
}

extension StageOverlay {
  fileprivate var byteCount: Int {
    guard case .pixels(let picture, _) = content else { return 0 }
    return picture.pixels.count *| 4
  }
}

extension PixelData {
  /// `bytes` are at least `byteCount` bytes of premultiplied BGRA.
  fileprivate convenience init(_ raw: OverlayChange.RawPicture, _ bytes: [UInt8]) {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(raw.width * raw.height)
    for row in 0..<raw.height {
      for place in stride(from: row * raw.stride, to: row * raw.stride + raw.width * 4, by: 4) {
        let (blue, green, red, alpha) = (
          UInt32(bytes[place]), UInt32(bytes[place + 1]), UInt32(bytes[place + 2]),
          UInt32(bytes[place + 3])
        )
        // Brighter than its opacity, the colour would overflow.
        pixels.append(
          alpha << 24 | min(red, alpha) << 16 | min(green, alpha) << 8 | min(blue, alpha))
      }
    }
    self.init(PixelSize(raw.width, raw.height), isOpaque: false, pixels)
  }
}
