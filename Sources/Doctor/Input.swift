import VitrinePlayback

/// The input devices, by name.
package struct InputFacts: Hashable, Sendable {
  package var touchscreens: [String] = []
  package var keys: [String] = []
  /// Nodes that cannot be read.
  package var refused: [String] = []
  package var accelerometers: [String] = []
  /// Whether `display.rotation` is `sensor`.
  package var needsAccelerometer = false

  package init() {}
}

extension InputFacts {
  /// The available input devices. Having none is fine.
  var findings: [Finding] {
    guard needsAccelerometer, accelerometers.isEmpty else { return deviceFindings }
    return deviceFindings + [
      Finding(
        .input, .bad(.unavailable), "no accelerometer, but display.rotation is sensor",
        cause: "the display stays upright",
        cure:
          "set display.rotation to degrees, or load the sensor's driver: ls /sys/bus/iio/devices")
    ]
  }

  private var deviceFindings: [Finding] {
    var words: [String] = []
    if !touchscreens.isEmpty { words.append("touch: \(touchscreens.abridged)") }
    if !keys.isEmpty { words.append("keys: \(keys.abridged)") }
    if needsAccelerometer, !accelerometers.isEmpty {
      words.append("rotation: \(accelerometers.abridged)")
    }
    guard words.isEmpty else { return [Finding(.input, .good, words.joined(separator: "; "))] }
    guard refused.isEmpty else {
      return [
        Finding(
          .input, .advice, "\(refused.abridged): cannot be read",
          cure: "see permission above")
      ]
    }
    return [Finding(.input, .good, "no touchscreen, keyboard or remote: playback only")]
  }
}
