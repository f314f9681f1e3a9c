import Glibc

extension TouchscreenChoice {
  /// Whether to use this touchscreen.
  func uses(_ device: InputDeviceSummary) -> Bool {
    switch self {
    case .automatic(let association): association.uses(parent: device.parent)
    case .named(let names):
      names.contains { $0 == device.name || resolved($0) == resolved(device.path) }
    }
  }

  /// Resolves links. The corresponding C function is `realpath`.
  private func resolved(_ path: String) -> String {
    guard path.hasPrefix("/"), let end = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(end) }
    return unsafe String(cString: end)
  }
}
