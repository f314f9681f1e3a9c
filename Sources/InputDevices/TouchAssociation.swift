/// Decides which display a touchscreen belongs to, if the configuration does not. A value type that
/// queries nothing from the system.
package struct TouchAssociation: Hashable, Sendable {
  /// A display that a touchscreen may belong to.
  package struct Output: Hashable, Sendable {
    /// The connector's name, such as `DSI-1`.
    package var name: String
    /// The sysfs path of the USB or I2C device it belongs to, if any.
    package var parent: String?

    package init(_ name: String, parent: String? = nil) {
      self.name = name
      self.parent = parent
    }
  }

  /// The connected outputs, in the kernel's order.
  package var outputs: [Output]
  /// The output whose touchscreens are used; nil uses all.
  package var wanted: String?

  package init(outputs: [Output] = [], wanted: String? = nil) {
    self.outputs = outputs
    self.wanted = wanted
  }

  /// Whether to use the touchscreen whose USB or I2C device is at `parent`.
  package func uses(parent: String?) -> Bool {
    guard let wanted, let output = output(forParent: parent) else { return true }
    return output.name == wanted
  }

  /// The output of a touchscreen: one on the same device or hub, otherwise the only built-in panel,
  /// otherwise the first.
  package func output(forParent parent: String?) -> Output? {
    if let parent, let neighbour = outputs.first(where: { isNear($0.parent, parent) }) {
      return neighbour
    }
    let panels = outputs.filter { $0.name.hasPrefix("DSI-") || $0.name.hasPrefix("eDP-") }
    return panels.count == 1 ? panels.first : outputs.first
  }

  private func isNear(_ output: String?, _ touchscreen: String) -> Bool {
    guard let output else { return false }
    if output == touchscreen { return true }
    // Two devices on one hub inside the monitor. The root hub is the computer's.
    let (hub, other) = (folder(of: output), folder(of: touchscreen))
    let name = hub.split(separator: "/").last ?? ""
    return hub == other && name.contains("-") && !name.hasPrefix("i2c-")
  }

  private func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }
}
