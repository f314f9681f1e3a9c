import CVitrineGStreamer
import Glibc
import VitrineLinux
import VitrinePictures
import VitrineVideoDevices

/// The output of an element: pictures in a device's memory, which the player uses without a copy
/// and returns. Thread-safe.
final class PictureOutput: Sendable {
  private let line: PlayerConnection
  private let lent: UInt32
  private let state = Shared(State())

  private struct State {
    var buffers = KnownBuffers()
    /// The lent buffers. A buffer may be lent twice: a VP9 frame can be shown again.
    var lent: [UInt64: [LentBuffer]] = [:]
    /// Applies to all pictures.
    var isInterlaced = false
    var finish: UInt64?
    /// The visible size, which may be smaller than the coded one; nil before the first picture.
    var size: PixelSize?
  }

  /// `lent` is how many pictures the player has at a time.
  init(_ line: PlayerConnection, lent: Int) {
    (self.line, self.lent) = (line, UInt32(clamping: lent))
  }

  /// Makes a pad deliver to this object, which has to outlive the pad.
  func attach(to pad: UnsafeMutablePointer<GstPad>) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe gst_pad_set_element_private(pad, context)
    unsafe gst_pad_set_chain_function_full(
      pad,
      { pad, _, buffer in
        guard let output = unsafe PictureOutput.of(pad), let buffer = unsafe buffer else {
          return GST_FLOW_ERROR
        }
        return unsafe output.receive(buffer)
      }, nil, nil)
    unsafe gst_pad_set_event_function_full(
      pad,
      { pad, _, event in
        guard let event = unsafe event else { return 0 }
        unsafe PictureOutput.of(pad)?.handle(event)
        unsafe gst_event_unref(event)
        return 1
      }, nil, nil)
    unsafe gst_pad_set_query_function_full(
      pad,
      { pad, parent, query in
        guard let query = unsafe query else { return 0 }
        if unsafe PictureOutput.of(pad)?.respond(to: query) == true { return 1 }
        return unsafe gst_pad_query_default(pad, parent, query)
      }, nil, nil)
  }

  private static func of(_ pad: UnsafeMutablePointer<GstPad>?) -> PictureOutput? {
    guard let pad = unsafe pad, let context = unsafe gst_pad_get_element_private(pad) else {
      return nil
    }
    return unsafe Unmanaged<PictureOutput>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: queries and events of the element

  private func respond(to query: UnsafeMutablePointer<GstQuery>) -> Bool {
    switch unsafe vitrine_query_type(query) {
    case GST_QUERY_CAPS:
      var filter: UnsafeMutablePointer<GstCaps>?
      unsafe gst_query_parse_caps(query, &filter)
      guard let own = unsafe gst_caps_from_string(PictureFormats.caps) else { return false }
      defer { unsafe gst_caps_unref(own) }
      guard let filter = unsafe filter else {
        unsafe gst_query_set_caps_result(query, own)
        return true
      }
      let both = unsafe gst_caps_intersect_full(filter, own, GST_CAPS_INTERSECT_FIRST)
      unsafe gst_query_set_caps_result(query, both)
      unsafe gst_caps_unref(both)
      return true
    case GST_QUERY_ALLOCATION:
      // Accepts the device's pitch: otherwise the element would copy.
      unsafe vitrine_offer_video_meta(query)
      var caps: UnsafeMutablePointer<GstCaps>?
      unsafe gst_query_parse_allocation(query, &caps, nil)
      var info = unsafe GstVideoInfo()
      guard let caps = unsafe caps, unsafe gst_video_info_from_caps(&info, caps) != 0 else {
        return true
      }
      unsafe gst_query_add_allocation_pool(query, nil, guint(info.size), lent, 0)
      return true
    default: return false
    }
  }

  private func handle(_ event: UnsafeMutablePointer<GstEvent>) {
    switch unsafe vitrine_event_type(event) {
    case GST_EVENT_CAPS:
      guard let info = unsafe Self.format(of: event) else { return }
      let size = PixelSize(Int(unsafe info.width), Int(unsafe info.height))
      let isInterlaced = unsafe info.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
      let isNew = state.update { state in
        state.isInterlaced = isInterlaced
        defer { (state.size, state.buffers) = (size, KnownBuffers(after: state.buffers)) }
        return state.size != nil
      }
      if isNew { line.send(.renewed) }
    case GST_EVENT_EOS: reportEnd()
    default: break
    }
  }

  private static func format(of event: UnsafeMutablePointer<GstEvent>) -> GstVideoInfo? {
    var caps: UnsafeMutablePointer<GstCaps>?
    unsafe gst_event_parse_caps(event, &caps)
    var info = unsafe GstVideoInfo()
    guard let caps = unsafe caps, unsafe gst_video_info_from_caps(&info, caps) != 0 else {
      return nil
    }
    return unsafe info
  }

  /// Takes ownership of the buffer.
  private func receive(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
    guard let token = unsafe TokenMark.token(of: buffer) else {
      unsafe gst_buffer_unref(buffer)
      line.send(.failed("GStreamer returned a frame without its token", .lasting))
      return GST_FLOW_ERROR
    }
    if unsafe vitrine_is_damaged(buffer) != 0 {
      unsafe gst_buffer_unref(buffer)
      line.send(.damaged(token: token))
      return GST_FLOW_OK
    }
    do throws(DecoderFault) {
      let number = unsafe try number(of: buffer)
      let isInterlaced = unsafe vitrine_is_interlaced(buffer) != 0 || state.value.isInterlaced
      let lent = unsafe LentBuffer(buffer)
      state.update { $0.lent[number, default: []].append(lent) }
      line.send(.picture(buffer: number, token: token, isInterlaced: isInterlaced))
      return GST_FLOW_OK
    } catch {
      unsafe gst_buffer_unref(buffer)
      line.send(.failed(error.description, error.refusal))
      return GST_FLOW_ERROR
    }
  }

  /// Returns a buffer's number; reports its memory with the first picture.
  private func number(of buffer: UnsafeMutablePointer<GstBuffer>) throws(DecoderFault) -> UInt64 {
    guard let size = state.value.size else {
      throw DecoderFault(description: "GStreamer did not report the frame size")
    }
    let memory = unsafe try BufferMemory(buffer, size: size)
    let (number, isNew) = state.update { $0.buffers.number(of: memory.identity) }
    guard isNew else { return number }
    for descriptor in memory.descriptors { line.send(.memory(buffer: number), memory: descriptor) }
    line.send(.layout(buffer: number, memory.layout))
    return number
  }

  // MARK: requests of the player

  func release(_ number: UInt64) {
    // The buffer returns to its pool outside of the lock.
    _ = state.update { state -> LentBuffer? in
      guard var lent = state.lent.removeValue(forKey: number), let one = lent.popLast() else {
        return nil
      }
      if !lent.isEmpty { state.lent[number] = lent }
      return one
    }
  }

  func releaseAll() {
    _ = state.update { state -> [UInt64: [LentBuffer]] in
      defer { state.lent = [:] }
      return state.lent
    }
  }

  /// Reports `ended` once the element has finished its packets.
  func expectEnd(_ number: UInt64) { state.update { $0.finish = number } }

  /// Ignores a later end.
  func cancelEnd() { state.update { $0.finish = nil } }

  func reportEnd() {
    let number = state.update { state in
      defer { state.finish = nil }
      return state.finish
    }
    if let number { line.send(.ended(number: number)) }
  }
}

/// A picture's buffer while it is lent to the player.
@safe private final class LentBuffer: @unchecked Sendable {
  // @unchecked because it is only released, and its reference count is atomic.
  private let buffer: UnsafeMutablePointer<GstBuffer>

  init(_ buffer: UnsafeMutablePointer<GstBuffer>) { unsafe self.buffer = unsafe buffer }

  deinit { unsafe gst_buffer_unref(buffer) }
}

/// The numbers of buffers, by their memory.
struct KnownBuffers {
  private var numbers: [BufferMemory.Identity: UInt64] = [:]
  private var last: UInt64 = 0

  init() {}

  /// Continues the numbering of earlier buffers, so that no number is reused.
  init(after before: KnownBuffers) { last = before.last }

  mutating func number(of memory: BufferMemory.Identity) -> (number: UInt64, isNew: Bool) {
    if let known = numbers[memory] { return (known, false) }
    last += 1
    numbers[memory] = last
    return (last, true)
  }
}
