extension Configuration {
  /// No file is larger, in bytes; a reader may stop after so much.
  public static let largestFile = 256 * 1024

  /// Reads a file's bytes; `file` is what its faults call it.
  ///
  /// Every fault is told at once, except that what is no YAML is not looked into. An empty file
  /// is a good one.
  public init(bytes: [UInt8], file: String) throws(ConfigurationFaults) {
    self = try LayeredConfiguration([.file(file, bytes)]).configuration
  }
}
