import CVitrineGStreamer
import VitrineLinux
import VitrineVideoDevices

/// Packets into an element, each with its token. Its pictures go to a `PictureOutput`. Thread-safe.
struct ElementDecoding: Sendable {
  private let element: Element
  private let output: PictureOutput
  private let codec: String

  init(_ element: Element, _ stream: CodedCaps, _ output: PictureOutput) throws(DecoderFault) {
    (self.element, self.output, codec) = (element, output, stream.codec)
    try element.start(stream, output: output)
  }

  /// Why nothing comes of a packet, though the next may do better; nil where something does.
  func push(_ bytes: [UInt8], token: UInt64) throws(DecoderFault) -> DecoderFault? {
    // Of what lies in one packet of VP9 one frame is seen.
    let frames = codec == "vp9" ? Superframe.frames(of: bytes) : [bytes[...]]
    for frame in frames {
      guard let buffer = unsafe Self.buffer(frame, token) else {
        throw DecoderFault(description: "no memory for a packet", refusal: .shortage)
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
    if !element.pushEnd() { output.noteEnd() }
  }

  func interrupt() {
    output.dropUnseen()
    element.interrupt()
  }

  func resume() { element.resume() }
}

/// A token on a buffer of packets; elements put it on the picture that they make of it. They would change
/// a time: pictures are not in the order of their packets, and times of pictures may not go back.
///
/// The corresponding C type is `GstReferenceTimestampMeta`.
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
