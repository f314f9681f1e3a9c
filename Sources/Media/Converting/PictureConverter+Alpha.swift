import CVitrineFFmpeg
internal import VitrineLinux
import VitrinePictures

extension PictureConverter {
  /// Whether a frame has transparency. There may be no plane below it, or a black one.
  func hasAlpha(_ frame: Frame) -> Bool {
    let format = unsafe AVPixelFormat(frame.raw.pointee.format)
    guard let description = unsafe av_pix_fmt_desc_get(format) else { return false }
    return unsafe description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }

  /// Blends a frame over black in ordinary memory, and then scales, converts and turns it like any
  /// other.
  mutating func convertAlpha(
    _ frame: Frame, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    let size = job.source.size
    let flat = try Self.reuse(&deepPicture, .argb8888, size)
    let outcome = Result { () throws(MediaError) in
      let planes = unsafe Self.planes(
        of: flat.layout, at: PixelRect(size), in: flat.memory.bytes)
      try scale(
        frame,
        Job(
          source: job.source, sourceColor: job.sourceColor, destination: PixelRect(size),
          layout: flat.layout, isExact: job.isExact),
        to: planes)
      unsafe Self.putOverBlack(flat.memory.bytes, flat.layout)
      var rest = job
      rest.source = PixelRect(size)
      try convert(Self.frame(showing: flat, job.sourceColor), rest, to: destination)
    }
    deepPicture = consume flat
    try outcome.get()
  }

  /// Converts straight alpha, which decoders produce, to opaque pixels.
  private static func putOverBlack(_ bytes: UnsafeMutableRawBufferPointer, _ layout: BufferLayout) {
    let pitch = layout.planes[0].pitch
    for row in 0..<layout.size.height {
      for column in 0..<layout.size.width {
        let offset = row &* pitch &+ column &* 4
        let pixel = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        guard pixel >> 24 < 255 else { continue }
        unsafe bytes.storeBytes(of: overBlack(pixel), toByteOffset: offset, as: UInt32.self)
      }
    }
  }

  @inline(__always)
  private static func overBlack(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    // Two channels at a time, with space for carries; rounded as (x + 128) * 257 >> 16.
    func part(_ pair: UInt32) -> UInt32 {
      let product = pair &* alpha &+ 0x0080_0080
      return (product &+ (product >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    }
    return 0xFF00_0000 | part(pixel & 0x00FF_00FF) | part(pixel >> 8 & 0xFF) << 8
  }
}
