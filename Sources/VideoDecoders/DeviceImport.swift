package import VitrineLinux
internal import VitrineMedia
package import VitrinePictures
package import VitrinePlayback
package import VitrineScanout
internal import VitrineVideoDevices

/// The import of a decoder's buffers for direct scanout of one kind of pictures; each buffer is
/// imported once. Bound to the video thread of its pipeline.
package struct DeviceImport {
  package let description: PictureDescription
  package let plan: ScanoutPlan
  private let importer: Importer
  private var buffers: [Key: Entry] = [:]

  private enum Key: Hashable {
    case slot(ObjectIdentifier)
    case memory(FrameMemory.Place)
  }

  private struct Entry {
    /// The objects that have to be retained so that the key stays unique.
    let retained: [any Sendable & AnyObject]
    let buffer: ScanoutBuffer
  }

  /// Imports memory for a display that shows it with this plan.
  package typealias Importer =
    @Sendable ([DMABuffer], DMABufferLayout, ScanoutPlan) throws(PlaybackError) -> ScanoutBuffer

  /// More than a decoder uses at a time: the entries before that are obsolete.
  private static let most = 40

  /// `plan` shows the pictures directly: there is no `obstacle`.
  package init(
    _ description: PictureDescription, by plan: ScanoutPlan, importer: @escaping Importer
  ) {
    self.description = description
    self.plan = plan
    self.importer = importer
  }

  /// Returns why this plan does not show pictures directly; nil if it does.
  package static func obstacle(to description: PictureDescription, by plan: ScanoutPlan) -> String?
  {
    if plan.isFlattened { return "no plane is free for the overlay" }
    if plan.rotation != .none { return "the plane cannot rotate by \(plan.rotation.rawValue)" }
    if plan.tones(of: description) != nil { return "HDR is mapped to SDR" }
    if plan.isDirect(for: description) { return nil }
    if plan.isScaledByPass {
      return "the plane cannot scale \(plan.picturePart.size) to \(plan.bufferPart.size)"
    }
    guard let format = description.format, plan.format == format else {
      return "no plane supports \(description.format?.description ?? "its format")"
    }
    return plan.color == description.color
      ? "the plane does not support the decoder's \(format) layout"
      : "the plane does not support the video's colours"
  }

  /// Returns the imported memory of a device's picture; nil for pictures in ordinary memory. Throws
  /// if the display rejects it.
  package mutating func buffer(of video: DecodedVideo) throws(PlaybackError) -> ScanoutBuffer? {
    switch video.content {
    case .frame: nil
    case .device(let picture, _): try buffer(of: picture)
    case .shared(_, let memory, _): try buffer(of: memory)
    }
  }

  private mutating func buffer(of picture: DevicePicture) throws(PlaybackError) -> ScanoutBuffer {
    let slot = picture.slot
    let key = Key.slot(ObjectIdentifier(slot))
    if let known = buffers[key] { return known.buffer }
    let buffer = try importer(slot.memory, slot.layout, plan)
    remember(Entry(retained: [slot], buffer: buffer), as: key)
    return buffer
  }

  /// Returns the imported memory of a picture from a device of libavcodec.
  private mutating func buffer(of memory: FrameMemory) throws(PlaybackError) -> ScanoutBuffer {
    let key = Key.memory(memory.place)
    if let known = buffers[key] { return known.buffer }
    let (retained, layout): ([DMABuffer], DMABufferLayout)
    do throws(MediaError) {
      (retained, layout) = try memory.hold()
    } catch {
      throw PlaybackError(.decode, error.description, exitStatus: .unavailable)
    }
    let buffer = try importer(retained, layout, plan)
    remember(Entry(retained: retained, buffer: buffer), as: key)
    return buffer
  }

  private mutating func remember(_ entry: Entry, as key: Key) {
    if buffers.count >= Self.most { buffers = [:] }
    buffers[key] = entry
  }
}
