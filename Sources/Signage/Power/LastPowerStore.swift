package import VitrineLinux

/// Stores whether the power schedule last had the display on, for `power.untrusted-clock: last`.
/// Confined to the thread that writes it, after the first reading.
package struct LastPowerStore: Sendable {
  private let folder: Folder
  private let name: String
  private let warn: @Sendable (String) -> Void

  /// `state` is a folder that survives a power cut; `output` distinguishes players. `warn` receives
  /// errors.
  package init(state: Folder, output: String, warn: @escaping @Sendable (String) -> Void) {
    (folder, name, self.warn) = (state, "power-\(output)", warn)
  }

  /// Returns the stored value; nil if there is none.
  func read() -> Bool? {
    let path = folder.path(of: name)
    do throws(Errno) {
      switch String(decoding: try FileDescriptor(reading: path).bytes(most: 4), as: UTF8.self) {
      case "on\n": return true
      case "off\n": return false
      default: warn("\(path): damaged; power.untrusted-clock: last starts with the display on")
      }
    } catch {
      if error != .noEntry { warn("\(path): cannot be read: \(error)") }
    }
    return nil
  }

  /// Returns whether that succeeded. `isRetry` does not report the error again.
  func write(_ isOn: Bool, isRetry: Bool = false) -> Bool {
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { draft throws(Errno) in
        try draft.write(Array((isOn ? "on\n" : "off\n").utf8))
      }
      return true
    } catch {
      if !isRetry { warn("\(folder.path): cannot save the power schedule's state: \(error)") }
      return false
    }
  }
}
