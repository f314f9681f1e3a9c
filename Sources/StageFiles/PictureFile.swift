internal import VitrineCanvas
package import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
package import VitrineScenes
internal import VitrineTiming

/// Reads the pictures of overlays and zones. Each is decoded as a whole, so a damaged file is reported.
package enum PictureFile {
  /// Why a picture cannot be shown.
  package struct Fault: Error {
    package let cause: String

    init(_ cause: String) { self.cause = cause }
  }

  private static let sides = 1...4096

  /// Returns the picture of a PNG or JPEG file, or why it cannot be shown.
  package static func read(_ path: String) throws(Errno) -> Result<PixelData, Fault> {
    let file = try FileDescriptor(reading: path)
    let header = try file.bytes(at: 0, count: 24)
    return Result { () throws(Fault) in
      if let size = pngSize(header) {
        try check(size)
        guard let picture = PaintedPicture(pngFile: path) else {
          throw Fault("the PNG file is damaged")
        }
        return picture.data
      }
      guard header.starts(with: [0xFF, 0xD8, 0xFF]) else {
        throw Fault("neither a PNG nor a JPEG file")
      }
      return try jpeg(path)
    }
  }

  /// Decodes a JPEG file, upright as the camera was held.
  private static func jpeg(_ path: String) throws(Fault) -> PixelData {
    var size: PixelSize?
    var picture: PixelData?
    do throws(MediaError) {
      var reader = try StillReader(path: path, interrupter: .init())
      size = reader.track?.picture?.size
      // Before anything is decoded.
      if let size, fits(size), let frame = try reader.picture(near: .zero) {
        picture = try pixels(of: frame)
      }
    } catch {
      throw Fault("the JPEG file is damaged: \(error)")
    }
    if let size, !size.isEmpty { try check(size) }
    guard let picture else { throw Fault("the JPEG file is damaged") }
    return picture
  }

  private static func pixels(of frame: Frame) throws(MediaError) -> PixelData? {
    let description = frame.description
    let size = description.uprightSize
    // The converter's vector code writes slightly beyond a picture.
    let pitch = BufferLayout.alignedPitch(format: .xrgb8888, width: size.width)
    guard fits(size), let layout = BufferLayout(format: .xrgb8888, size: size, pitch: pitch) else {
      return nil
    }
    let job = PictureConverter.Job(
      source: PixelRect(frame.size), sourceColor: description.color, destination: PixelRect(size),
      layout: layout, rotation: description.rotation, isExact: true)
    var converter = PictureConverter()
    var bytes = [UInt8](repeating: 0, count: layout.byteCount + 128)
    let outcome = unsafe bytes.withUnsafeMutableBytes { memory in
      Result { () throws(MediaError) in unsafe try converter.convert(frame, job, into: memory) }
    }
    try outcome.get()
    return unsafe bytes.withUnsafeBytes {
      unsafe PaintedPicture(copying: $0, size: size, pitch: pitch).data
    }
  }

  private static func fits(_ size: PixelSize) -> Bool {
    sides.contains(size.width) && sides.contains(size.height)
  }

  private static func check(_ size: PixelSize) throws(Fault) {
    guard fits(size) else {
      throw Fault("the picture is \(size) pixels large (limit: 4096x4096)")
    }
  }

  /// The size in a PNG file's header (PNG specification, IHDR); nil for another file.
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
