public import Linux
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
  private var buffers: [ObjectIdentifier: (slot: PictureSlot, buffer: ScanoutBuffer)] = [:]

  /// Takes memory over for a display that shows it by this plan.
  public typealias Take =
    @Sendable ([DMABuffer], StatedLayout, ScanoutPlan) throws(PlaybackError) -> ScanoutBuffer

  /// More than a decoder has at a time: those of before are of no use any more.
  private static let most = 40

  public static let interlaced = PlaybackError(
    .decode, "its pictures are interlaced", exitStatus: .unavailable)

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
    if let known = buffers[ObjectIdentifier(slot)] { return known.buffer }
    if buffers.count >= Self.most { buffers = [:] }
    let buffer = try take(slot.memory, slot.layout, plan)
    buffers[ObjectIdentifier(slot)] = (slot, buffer)
    return buffer
  }
}
