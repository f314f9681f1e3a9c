extension Configuration {
  /// The limit for the size of a file, in bytes.
  public static let largestFile = 256 * 1024

  /// Reads the bytes of a file; messages call it `file`.
  ///
  /// Reports all errors at once, but only the first one if the file is not YAML. An empty file is
  /// valid.
  public init(bytes: [UInt8], file: String) throws(ConfigurationFaults) {
    self = try LayeredConfiguration([.file(file, bytes)]).configuration
  }
}
