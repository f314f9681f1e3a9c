import VitrineVideoDevices

/// Why nothing is decoded here.
struct DecoderFault: Error, CustomStringConvertible {
  let description: String
  /// Whether another stream may do better.
  var refusal = DecoderRefusal.lasting
}
