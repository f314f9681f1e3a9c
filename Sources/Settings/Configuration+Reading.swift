extension Configuration {
  /// No file is larger, in bytes; whoever reads one may stop after so much.
  public static let largestFile = 256 * 1024

  /// Reads a file's bytes; `file` is what its faults call it.
  ///
  /// Every fault is told at once, except that what is no YAML is not looked into. An empty file
  /// is a good one.
  public init(bytes: [UInt8], file: String) throws(ConfigurationFaults) {
    var faults = FaultList()
    var check = SchemaCheck()
    do throws(Fault) {
      let text = try FileText(bytes)
      if let root = try Entry(yaml: text.bytes) { check.read(root, &faults) }
    } catch {
      faults.add(error)
    }
    guard faults.all.isEmpty else { throw ConfigurationFaults(faults, in: file) }
    self = check.configuration
  }
}
