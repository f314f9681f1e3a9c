import CVitrineGStreamer
import Glibc

/// GStreamer with only the plugin for the kernel's stateless decoders: it does not search for
/// others or write a registry.
///
/// Its support for stateful decoders is not used: in 1.22 the first pictures are lost (tested with
/// vicodec).
struct Plugins {
  private let folder: String

  init() throws(DecoderFault) {
    for (name, value) in [
      ("GST_PLUGIN_SYSTEM_PATH_1_0", ""), ("GST_PLUGIN_PATH_1_0", ""),
      ("GST_REGISTRY_UPDATE", "no"),
      ("GST_REGISTRY", "/dev/null"), ("GST_REGISTRY_FORK", "no"),
    ] { unsafe setenv(name, value, 1) }
    guard gst_init_check(nil, nil, nil) != 0, let library = unsafe vitrine_gst_library() else {
      throw DecoderFault(description: "cannot initialise GStreamer")
    }
    let path = unsafe String(cString: library)
    folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex) + "/gstreamer-1.0"
  }

  /// Returns an element that decodes a stream with a device.
  func element(for stream: CodedCaps, device: String) throws(DecoderFault) -> Element {
    guard unsafe gst_plugin_load_file("\(folder)/libgstv4l2codecs.so", nil) != nil else {
      throw DecoderFault(
        description: "GStreamer's plugin v4l2codecs is not installed; "
          + "Debian has it in gstreamer1.0-plugins-bad")
    }
    guard let element = try Self.element(for: stream, device: device) else {
      throw DecoderFault(description: "GStreamer has no decoder for \(stream.codec) on this device")
    }
    return element
  }

  private static func element(
    for stream: CodedCaps, device wanted: String
  ) throws(DecoderFault) -> Element? {
    guard let caps = unsafe gst_caps_from_string(stream.text) else {
      throw DecoderFault(description: "GStreamer rejected the caps \(stream.text)")
    }
    let decoders = unsafe vitrine_decoders()
    let able = unsafe gst_element_factory_list_filter(decoders, caps, GST_PAD_SINK, 0)
    defer {
      unsafe gst_plugin_feature_list_free(able)
      unsafe gst_plugin_feature_list_free(decoders)
      unsafe gst_caps_unref(caps)
    }
    var next = unsafe able
    while let entry = unsafe next {
      unsafe next = entry.pointee.next
      guard let element = unsafe vitrine_make_element(entry.pointee.data) else { continue }
      if unsafe device(of: element) == wanted { return unsafe Element(element) }
      unsafe gst_object_unref(element)
    }
    return nil
  }

  private static func device(of element: UnsafeMutablePointer<GstElement>) -> String? {
    guard let text = unsafe vitrine_text_property(element, "video-device") else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }
}
