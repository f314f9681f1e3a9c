import VitrineVideoDevices

/// The reason why decoding failed.
struct DecoderFault: Error, CustomStringConvertible {
  let description: String
  /// Whether another stream may succeed.
  var refusal = DecoderRefusal.lasting
}
