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
  package var lightSensors: [String] = []
  /// Whether `display.brightness` is `sensor`.
  package var needsLightSensor = false
  /// Why the first sensor that is needed cannot be read, with its name.
  package var sensorFault: String?

  package init() {}
}

extension InputFacts {
  /// The available input devices. Having none is fine.
  var findings: [Finding] {
    var findings = deviceFindings
    if needsAccelerometer, accelerometers.isEmpty {
      findings.append(
        Finding(
          .input, .bad(.unavailable), "no accelerometer, but display.rotation is sensor",
          cause: "the display stays upright",
          cure:
            "set display.rotation to degrees, or load the sensor's driver: ls /sys/bus/iio/devices")
      )
    }
    if needsLightSensor, lightSensors.isEmpty {
      findings.append(
        Finding(
          .input, .bad(.unavailable), "no light sensor, but display.brightness is sensor",
          cause: "the display has the brightness for bright light",
          cure:
            "set display.brightness to a number, or load the sensor's driver: ls /sys/bus/iio/devices"
        ))
    }
    if let sensorFault {
      findings.append(
        Finding(
          .input, .bad(.unavailable), sensorFault, cause: "the driver does not deliver readings",
          cure: "grep . /sys/bus/iio/devices/*/in_*; sudo dmesg | grep -i iio"))
    }
    return findings
  }

  private var deviceFindings: [Finding] {
    var words: [String] = []
    if !touchscreens.isEmpty { words.append("touch: \(touchscreens.abridged)") }
    if !keys.isEmpty { words.append("keys: \(keys.abridged)") }
    if needsAccelerometer, !accelerometers.isEmpty {
      words.append("rotation: \(accelerometers.abridged)")
    }
    if needsLightSensor, !lightSensors.isEmpty {
      words.append("brightness: \(lightSensors.abridged)")
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
