public import Linux
public import Media
public import Pictures
public import Playback
public import Scanout
public import VideoDevices

/// How a decoder's pictures of one kind are shown as they are, and its memory as the display has it:
/// taken over once for each of its buffers. Bound to the video thread of its pipeline. A value.
public struct DeviceImport {
  public let description: PictureDescription
  public let plan: ScanoutPlan
  private let take: Take
  private var buffers: [Key: Taken] = [:]

  private enum Key: Hashable {
    case slot(ObjectIdentifier)
    /// The same memory may be another picture's later, in another layout.
    case memory([UInt64], StatedLayout)
  }

  private struct Taken {
    /// For as long as it is known: its numbers are not another one's before.
    let memory: [DMABuffer]
    let slot: PictureSlot?
    let buffer: ScanoutBuffer
  }

  /// Takes memory over for a display that shows it by this plan.
  public typealias Take =
    @Sendable ([DMABuffer], StatedLayout, ScanoutPlan) throws(PlaybackError) -> ScanoutBuffer

  /// More than a decoder has at a time: those of before are of no use any more.
  private static let most = 40

  /// Throws where the plan does not show them as they are.
  public init(
    _ description: PictureDescription, by plan: ScanoutPlan, take: @escaping Take
  ) throws(PlaybackError) {
    if let refusal = Self.refusal(of: description, by: plan) {
      throw PlaybackError(.decode, refusal, exitStatus: .unavailable)
    }
    (self.description, self.plan, self.take) = (description, plan, take)
  }

  /// Why pictures are not shown as they are by this plan; nil where they are.
  public static func refusal(of description: PictureDescription, by plan: ScanoutPlan) -> String? {
    if plan.isFlattened { return "no plane of the display is free for what lies over the picture" }
    if plan.rotation != .none { return "the display does not turn pictures" }
    if plan.tones(of: description) != nil { return "HDR is mapped to SDR" }
    return plan.isDirect(for: description)
      ? nil
      : "the display does not show \(description.format?.description ?? "such") pictures as they are"
  }

  public mutating func buffer(of picture: DevicePicture) throws(PlaybackError) -> ScanoutBuffer {
    let slot = picture.slot
    if let known = buffers[.slot(ObjectIdentifier(slot))] { return known.buffer }
    return try remember(slot.memory, slot.layout, slot, as: .slot(ObjectIdentifier(slot)))
  }

  public mutating func buffer(of memory: FrameMemory) throws(PlaybackError) -> ScanoutBuffer {
    let key = Key.memory(memory.identity, memory.layout)
    if let known = buffers[key] { return known.buffer }
    let held: [DMABuffer]
    do throws(Errno) {
      held = try memory.hold()
    } catch {
      throw PlaybackError(.decode, "a picture's memory: \(error)", exitStatus: .unavailable)
    }
    return try remember(held, memory.layout, nil, as: key)
  }

  private mutating func remember(
    _ memory: [DMABuffer], _ layout: StatedLayout, _ slot: PictureSlot?, as key: Key
  ) throws(PlaybackError) -> ScanoutBuffer {
    if buffers.count >= Self.most { buffers = [:] }
    let buffer = try take(memory, layout, plan)
    buffers[key] = Taken(memory: memory, slot: slot, buffer: buffer)
    return buffer
  }
}
