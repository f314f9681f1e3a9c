/// Why nothing is decoded here.
struct DecoderFault: Error, CustomStringConvertible {
  let description: String
  /// Whether the next stream of the kind may do better.
  var isPassing = false
}
