import VitrineSettings

/// The faults of a file called kiosk.yaml; none for a valid one.
func faults(_ text: String) -> [String] {
  faults(Array(text.utf8))
}

func faults(_ bytes: [UInt8]) -> [String] {
  do throws(ConfigurationFaults) {
    _ = try Configuration(bytes: bytes, file: "kiosk.yaml")
    return []
  } catch {
    return error.lines
  }
}

func configuration(_ text: String) throws(ConfigurationFaults) -> Configuration {
  try Configuration(bytes: Array(text.utf8), file: "kiosk.yaml")
}
