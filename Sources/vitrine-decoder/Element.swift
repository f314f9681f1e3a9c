import CVitrineGStreamer
import Glibc
import VitrineLinux
import VitrineVideoDevices

/// A GStreamer element between two of our pads: input is processed on the calling thread, and
/// output is delivered on the thread that produces it. Thread-safe, because GStreamer has its own
/// locks.
///
/// The corresponding C functions are `gst_pad_push`, and the functions that `gst_pad_set_…`
/// installs.
@safe final class Element: @unchecked Sendable {
  // @unchecked because GStreamer's objects guard themselves, and the rest is set before it starts.
  private let element: UnsafeMutablePointer<GstElement>
  private let bus: UnsafeMutablePointer<GstBus>
  private let into: UnsafeMutablePointer<GstPad>
  private let out: UnsafeMutablePointer<GstPad>
  private let fault = Shared<DecoderFault?>(nil)

  /// Takes ownership of the reference.
  init(_ element: UnsafeMutablePointer<GstElement>) {
    unsafe self.element = unsafe element
    unsafe bus = unsafe gst_bus_new()
    unsafe into = unsafe gst_pad_new("in", GST_PAD_SRC)
    unsafe out = unsafe gst_pad_new("out", GST_PAD_SINK)
    unsafe gst_element_set_bus(element, bus)
  }

  deinit {
    // Lent memory stays valid while it is retained.
    unsafe gst_pad_set_active(out, 0)
    unsafe gst_element_set_state(element, GST_STATE_NULL)
    unsafe gst_pad_set_active(into, 0)
    unsafe gst_object_unref(into)
    unsafe gst_object_unref(out)
    unsafe gst_object_unref(bus)
    unsafe gst_object_unref(element)
  }

  /// Opens the device, and links the pads. `output` receives everything that the element produces.
  func start(_ caps: CodedCaps, output: PictureOutput) throws(DecoderFault) {
    unsafe gst_bus_set_sync_handler(
      bus,
      { _, message, context in
        if let message = unsafe message, let context = unsafe context {
          unsafe Unmanaged<Element>.fromOpaque(context).takeUnretainedValue().handle(message)
        }
        return GST_BUS_DROP
      }, unsafe Unmanaged.passUnretained(self).toOpaque(), nil)
    // A damaged packet is not fatal.
    unsafe vitrine_set_property(element, "max-errors", "-1")
    unsafe output.attach(to: out)
    guard let sink = unsafe gst_element_get_static_pad(element, "sink"),
      let source = unsafe gst_element_get_static_pad(element, "src")
    else {
      throw DecoderFault(
        description: "GStreamer's decoder does not have exactly one sink and one source pad")
    }
    defer {
      unsafe gst_object_unref(sink)
      unsafe gst_object_unref(source)
    }
    unsafe gst_pad_set_active(into, 1)
    unsafe gst_pad_set_active(out, 1)
    guard unsafe gst_pad_link(into, sink) == GST_PAD_LINK_OK,
      unsafe gst_pad_link(source, out) == GST_PAD_LINK_OK,
      unsafe gst_element_set_state(element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE
    else { throw consumeFault() }
    unsafe gst_pad_push_event(into, gst_event_new_stream_start("vitrine"))
    guard let known = unsafe gst_caps_from_string(caps.text) else { throw consumeFault() }
    defer { unsafe gst_caps_unref(known) }
    guard unsafe gst_pad_push_event(into, gst_event_new_caps(known)) != 0 else {
      throw consumeFault()
    }
    pushSegment()
  }

  private func pushSegment() {
    var segment = GstSegment()
    unsafe gst_segment_init(&segment, GST_FORMAT_TIME)
    unsafe gst_pad_push_event(into, gst_event_new_segment(&segment))
  }

  enum Push {
    case done, interrupted
    /// It continues, but this packet failed.
    case damaged(DecoderFault)
  }

  /// Takes ownership of the buffer. Blocks while all pictures are lent.
  func push(_ buffer: UnsafeMutablePointer<GstBuffer>) throws(DecoderFault) -> Push {
    fault.update { $0 = nil }
    switch unsafe gst_pad_push(into, buffer) {
    case GST_FLOW_OK: return fault.value.map { .damaged($0) } ?? .done
    case GST_FLOW_FLUSHING, GST_FLOW_EOS: return .interrupted
    default: throw consumeFault()
    }
  }

  /// Makes the element finish its packets. Returns false if it cannot.
  func pushEnd() -> Bool { unsafe gst_pad_push_event(into, gst_event_new_eos()) != 0 }

  /// Discards the element's packets, and wakes a blocked thread. May be called on any thread.
  func interrupt() { unsafe gst_pad_push_event(into, gst_event_new_flush_start()) }

  /// Continues after `interrupt`.
  func resume() {
    unsafe gst_pad_push_event(into, gst_event_new_flush_stop(1))
    pushSegment()
  }

  private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
    guard unsafe vitrine_message_type(message) == GST_MESSAGE_ERROR else { return }
    var error: UnsafeMutablePointer<GError>?
    var detail: UnsafeMutablePointer<gchar>?
    unsafe gst_message_parse_error(message, &error, &detail)
    defer {
      unsafe g_clear_error(&error)
      unsafe g_free(detail)
    }
    guard let error = unsafe error else { return }
    let reported = unsafe DecoderFault(
      description: String(cString: error.pointee.message),
      refusal: vitrine_is_shortage(error) != 0 ? .shortage : .lasting)
    fault.update { $0 = $0 ?? reported }
  }

  private func consumeFault() -> DecoderFault {
    fault.update { fault in
      defer { fault = nil }
      return fault ?? DecoderFault(description: "GStreamer's decoder accepts no data")
    }
  }
}
