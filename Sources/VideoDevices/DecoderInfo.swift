import CVitrineVideo
import Glibc
internal import VitrineLinux

/// A decoder of this machine, and the codecs that it supports.
package struct DecoderInfo: Hashable, Sendable {
  package let path: String
  /// The kernel driver's name, such as `meson-vdec`.
  package let driver: String
  package let codecs: [CodedFormat]
  let isMultiplanar: Bool
  /// Whether it is stateless: the program has to parse the stream.
  package let isStateless: Bool

  package init(
    path: String, driver: String, codecs: [CodedFormat], isMultiplanar: Bool,
    isStateless: Bool = false
  ) {
    self.path = path
    self.driver = driver
    self.codecs = codecs
    self.isMultiplanar = isMultiplanar
    self.isStateless = isStateless
  }

  /// Returns all decoders, in the kernel's order, except for nodes that cannot be opened.
  package static func all() -> [DecoderInfo] {
    directoryEntries("/dev")
      .compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }
      .sorted()
      .compactMap { try? DecoderInfo(path: "/dev/video\($0)") }
  }

  /// Wraps `VIDIOC_QUERYCAP` and `VIDIOC_ENUM_FMT`.
  package init(path: String) throws(VideoDeviceError) {
    let device: FileDescriptor
    do throws(Errno) {
      device = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK)
    } catch {
      throw .cannotOpen(path: path, error)
    }
    var caps = v4l2_capability()
    guard unsafe vitrine_video_caps(device.rawValue, &caps) == 0 else {
      throw .noDecoder(path: path)
    }
    let own = caps.device_caps
    isMultiplanar = own & UInt32(V4L2_CAP_VIDEO_M2M_MPLANE) != 0
    guard isMultiplanar || own & UInt32(V4L2_CAP_VIDEO_M2M) != 0,
      own & UInt32(V4L2_CAP_STREAMING) != 0
    else { throw .noDecoder(path: path) }
    let (coded, pictures) =
      isMultiplanar
      ? (V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE, V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE)
      : (V4L2_BUF_TYPE_VIDEO_OUTPUT, V4L2_BUF_TYPE_VIDEO_CAPTURE)
    let driver = unsafe withUnsafeBytes(of: &caps.driver) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let excludedCodecs = DecoderQuirks(driver: driver).excludedCodecs
    let listed = V4L2Decoder.formats(of: device, coded.rawValue).filter(\.isCompressed)
      .map { CodedFormat(rawValue: $0.code) }
    let parsed = listed.compactMap(\.ofStateless)
    isStateless = !parsed.isEmpty
    codecs = (isStateless ? parsed : listed).filter {
      $0.codec != nil && !excludedCodecs.contains($0)
    }
    // An encoder has coded formats as output.
    let outputsCoded = V4L2Decoder.formats(of: device, pictures.rawValue).contains(
      where: \.isCompressed)
    guard !codecs.isEmpty, !outputsCoded else { throw .noDecoder(path: path) }
    self.path = path
    self.driver = driver
  }
}
