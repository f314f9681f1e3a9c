import CVitrineGStreamer
import Glibc
import VitrinePictures
import VitrineVideoDevices

/// The memory of a picture: its dma-bufs, which the buffer owns, and the layout in them.
struct BufferMemory {
  /// The inode number of the first dma-buf, which is unique while it exists.
  struct Identity: Hashable, Sendable {
    let number: UInt64
    let offset: Int
  }

  let descriptors: [CInt]
  let layout: DecoderReport.Layout
  let identity: Identity

  /// `size` is the visible size: GStreamer's own is the coded one.
  init(_ buffer: UnsafeMutablePointer<GstBuffer>, size: PixelSize) throws(DecoderFault) {
    guard let meta = unsafe gst_buffer_get_video_meta(buffer),
      let format = unsafe PictureFormats.format(meta.pointee.format)
    else {
      throw DecoderFault(description: "GStreamer does not report the memory layout of its frames")
    }
    var descriptors: [CInt] = []
    var offsets: [Int] = []
    for index in 0..<(unsafe gst_buffer_n_memory(buffer)) {
      guard let memory = unsafe gst_buffer_peek_memory(buffer, index),
        unsafe gst_is_dmabuf_memory(memory) != 0
      else {
        // GStreamer has copied them, and the visible part does not begin at the start.
        throw DecoderFault(
          description: "GStreamer's frames are not in the device's memory", refusal: .film)
      }
      var (offset, most): (gsize, gsize) = (0, 0)
      unsafe gst_memory_get_sizes(memory, &offset, &most)
      descriptors.append(unsafe gst_dmabuf_memory_get_fd(memory))
      offsets.append(Int(offset))
    }
    guard let first = descriptors.first, descriptors.count <= 4 else {
      throw DecoderFault(description: "GStreamer's frames have no memory")
    }
    var planes: [DMABufferLayout.Plane] = []
    for index in 0..<Int(unsafe meta.pointee.n_planes) {
      let stated = unsafe meta.pointee
      var (memory, count, rest): (guint, guint, gsize) = (0, 0, 0)
      guard
        unsafe gst_buffer_find_memory(
          buffer, unsafe Self.element(index, of: stated.offset), 1, &memory, &count, &rest) != 0
      else { throw DecoderFault(description: "GStreamer's frames exceed their memory") }
      let object = Int(memory)
      let pitch = Int(unsafe Self.element(index, of: stated.stride))
      planes.append(
        .init(
          object: object, offset: offsets[object] + Int(rest), pitch: pitch))
    }
    var facts = stat()
    guard unsafe fstat(first, &facts) == 0 else {
      throw DecoderFault(description: "GStreamer's frames have no memory")
    }
    self.descriptors = descriptors
    identity = Identity(number: UInt64(facts.st_ino), offset: offsets[0])
    layout = .init(format: format, size: size, planes: planes)
  }

  /// C arrays of four elements are imported as tuples.
  private static func element<Element>(
    _ index: Int, of four: (Element, Element, Element, Element)
  ) -> Element {
    [four.0, four.1, four.2, four.3][index]
  }
}

/// The GStreamer formats that displays support.
enum PictureFormats {
  private static let known: [(GstVideoFormat, String, PixelFormat)] = [
    (GST_VIDEO_FORMAT_NV12, "NV12", .nv12), (GST_VIDEO_FORMAT_P010_10LE, "P010_10LE", .p010),
    (GST_VIDEO_FORMAT_I420, "I420", .yuv420), (GST_VIDEO_FORMAT_NV16, "NV16", .nv16),
    (GST_VIDEO_FORMAT_YUY2, "YUY2", .yuyv), (GST_VIDEO_FORMAT_UYVY, "UYVY", .uyvy),
  ]

  /// In order of preference.
  static let caps =
    "video/x-raw, format=(string){ \(known.map(\.1).joined(separator: ", ")) }"

  static func format(_ format: GstVideoFormat) -> PixelFormat? {
    known.first { $0.0 == format }?.2
  }
}
