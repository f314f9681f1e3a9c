import FoundationEssentials
import VitrineLinux

extension CapturedPicture {
  /// The fields of the response, with the picture itself if requested.
  func description(
    _ form: Request.ScreenshotForm, _ limits: ControlLimits
  ) throws(Refusal) -> JSONValue {
    let bytes: [UInt8]
    let size: Int
    do throws(Errno) {
      size = try FileStatus(of: file).size
      bytes = form == .base64 ? try file.bytes(at: 0, count: min(size, limits.base64Bytes)) : []
    } catch {
      throw Refusal("cannot read the picture: \(error)")
    }
    let fields: [String: JSONValue] = [
      "format": .text("png"), "origin": .text(origin), "bytes": JSONValue(size),
    ]
    guard form == .base64 else { return .object(fields) }
    guard size == bytes.count else {
      throw Refusal(
        "the picture is too large for base64 (limit: \(limits.base64Bytes) bytes); use the file descriptor"
      )
    }
    return .object(fields).with(["base64": .text(Data(bytes).base64EncodedString())])
  }
}
