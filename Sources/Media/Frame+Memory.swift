import CFFmpeg
import Glibc
public import Linux
public import Pictures

/// A picture's memory on a device, and how it lies there.
///
/// The corresponding C structure is `AVDRMFrameDescriptor`.
public struct FrameMemory: Sendable {
  /// Tells one memory from others for as long as it is held, by the numbers that the kernel gives.
  public let identity: [UInt64]
  public let layout: StatedLayout
  /// Of the frame, which has to live meanwhile.
  private let descriptors: [CInt]

  /// The memory itself, which lives for as long as it is held.
  public func hold() throws(Errno) -> [DMABuffer] {
    var held: [DMABuffer] = []
    for descriptor in descriptors {
      let copy = try valueOrErrno { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
      held.append(try DMABuffer(owning: FileDescriptor(owning: copy)))
    }
    return held
  }
}

extension Frame {
  /// Nil for pictures in memory of the processor's, and for those that no display knows.
  public var memory: FrameMemory? {
    var raw = vitrine_frame_memory()
    guard unsafe vitrine_memory_of_frame(self.raw, &raw) != 0 else { return nil }
    return unsafe FrameMemory(raw, of: self.raw)
  }

  /// Of a picture that a device made: the same one as dma-bufs, which keeps it. Nil for all others.
  ///
  /// The corresponding C function is `av_hwframe_map`. Before libavutil 59 (FFmpeg 7) nothing waits for the
  /// device here: its memory has fences, for which the display waits.
  func mapped() throws(MediaError) -> Frame? {
    guard unsafe raw.pointee.hw_frames_ctx != nil,
      unsafe raw.pointee.format != AV_PIX_FMT_DRM_PRIME.rawValue
    else { return nil }
    guard let mapped = view() else {
      throw .call("frame", .init(rawValue: vitrine_error_memory))
    }
    unsafe mapped.raw.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
    let flags = CInt(AV_HWFRAME_MAP_READ | AV_HWFRAME_MAP_DIRECT)
    var result = unsafe av_hwframe_map(mapped.raw, raw, flags)
    if result >= 0 { result = unsafe av_frame_copy_props(mapped.raw, raw) }
    guard result >= 0 else {
      throw .noAcceleration(
        "its pictures cannot be shared: \(FFmpegCode(rawValue: result))", .kind)
    }
    return mapped
  }
}

extension FrameMemory {
  fileprivate init?(_ raw: vitrine_frame_memory, of frame: UnsafePointer<AVFrame>) {
    var copy = raw
    let descriptors = unsafe Array(
      withUnsafeBytes(of: &copy.descriptors) { unsafe Array($0.bindMemory(to: CInt.self)) }
        .prefix(Int(raw.object_count)))
    let formats = unsafe withUnsafeBytes(of: &copy.formats) {
      unsafe Array($0.bindMemory(to: UInt32.self))
    }
    let objects = unsafe withUnsafeBytes(of: &copy.objects) {
      unsafe Array($0.bindMemory(to: CInt.self))
    }
    let offsets = unsafe withUnsafeBytes(of: &copy.offsets) {
      unsafe Array($0.bindMemory(to: Int64.self))
    }
    let pitches = unsafe withUnsafeBytes(of: &copy.pitches) {
      unsafe Array($0.bindMemory(to: Int64.self))
    }
    guard let format = Self.format(Array(formats.prefix(Int(raw.layer_count)))) else { return nil }
    let planes = (0..<Int(raw.plane_count)).map { index in
      StatedLayout.Plane(
        object: Int(objects[index]), offset: Int(offsets[index]), pitch: Int(pitches[index]))
    }
    var (identity, sizes) = ([UInt64](), [Int]())
    for descriptor in descriptors {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return nil }
      identity.append(UInt64(status.st_ino))
      sizes.append(Int(lseek(descriptor, 0, SEEK_END)))
    }
    let size = unsafe PixelSize(Int(frame.pointee.width), Int(frame.pointee.height))
    // What is cropped at the left or the top begins within, and the display reads from the start.
    guard unsafe frame.pointee.crop_left == 0, unsafe frame.pointee.crop_top == 0,
      let layout = StatedLayout(
        format: format, size: size, planes: planes,
        modifier: raw.modifier == Self.unknownModifier ? nil : raw.modifier, objects: sizes)
    else { return nil }
    (self.identity, self.layout, self.descriptors) = (identity, layout, descriptors)
  }

  /// `DRM_FORMAT_MOD_INVALID` of `drm_fourcc.h`.
  private static let unknownModifier: UInt64 = 0x00FF_FFFF_FFFF_FFFF

  /// As one format what may be stated plane by plane.
  private static func format(_ layers: [UInt32]) -> PixelFormat? {
    switch layers {
    case [UInt32(fourCharacters: "R8  "), UInt32(fourCharacters: "GR88")]: .nv12
    case [UInt32(fourCharacters: "R16 "), UInt32(fourCharacters: "GR32")]: .p010
    case _ where layers.count == 1: PixelFormat(rawValue: layers[0])
    default: nil
    }
  }
}
