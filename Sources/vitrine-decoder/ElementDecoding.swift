import CVitrineGStreamer
import VitrineLinux
import VitrineVideoDevices

/// The input of an element: packets with their tokens. A `PictureOutput` receives the pictures.
/// Thread-safe.
struct ElementDecoding: Sendable {
  private let element: Element
  private let output: PictureOutput
  private let codec: String

  init(_ element: Element, _ stream: CodedCaps, _ output: PictureOutput) throws(DecoderFault) {
    (self.element, self.output, codec) = (element, output, stream.codec)
    try element.start(stream, output: output)
  }

  /// Decodes a packet. Returns an error that affects only this packet.
  func push(_ bytes: [UInt8], token: UInt64) throws(DecoderFault) -> DecoderFault? {
    // Only one frame of a VP9 packet is visible.
    let frames = codec == "vp9" ? Superframe.frames(of: bytes) : [bytes[...]]
    for frame in frames {
      guard let buffer = unsafe Self.buffer(frame, token) else {
        throw DecoderFault(description: "out of memory for a packet", refusal: .shortage)
      }
      switch unsafe try element.push(buffer) {
      case .done: continue
      case .interrupted: return nil
      case .damaged(let fault): return fault
      }
    }
    return nil
  }

  private static func buffer(
    _ bytes: ArraySlice<UInt8>, _ token: UInt64
  ) -> UnsafeMutablePointer<GstBuffer>? {
    let made = unsafe bytes.withUnsafeBytes { bytes in
      unsafe gst_buffer_new_memdup(bytes.baseAddress, gsize(bytes.count))
    }
    guard let buffer = unsafe made else { return nil }
    unsafe TokenMark.set(token, on: buffer)
    return unsafe buffer
  }

  func finish(_ number: UInt64) {
    output.expectEnd(number)
    if !element.pushEnd() { output.reportEnd() }
  }

  func interrupt() {
    output.cancelEnd()
    element.interrupt()
  }

  func resume() { element.resume() }
}

/// A token on a packet's buffer, which elements copy to its picture. A timestamp would not work:
/// elements change it, because pictures are reordered and their times must not decrease.
///
/// (C: `GstReferenceTimestampMeta`.)
enum TokenMark {
  @safe private struct Kind: @unchecked Sendable {
    // @unchecked because it is never changed.
    let caps: UnsafeMutablePointer<GstCaps>?
  }

  private static let kind = unsafe Kind(
    caps: gst_caps_new_empty_simple("timestamp/x-vitrine-token"))

  static func set(_ token: UInt64, on buffer: UnsafeMutablePointer<GstBuffer>) {
    unsafe gst_buffer_add_reference_timestamp_meta(
      buffer, kind.caps, GstClockTime(token), GstClockTime.max)
  }

  static func token(of buffer: UnsafeMutablePointer<GstBuffer>) -> UInt64? {
    guard let mark = unsafe gst_buffer_get_reference_timestamp_meta(buffer, kind.caps) else {
      return nil
    }
    return UInt64(unsafe mark.pointee.timestamp)
  }
}
