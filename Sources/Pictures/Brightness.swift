/// The requested brightness of a display.
package enum Brightness: Hashable, Sendable {
  /// Unchanged.
  case asFound
  /// A percentage of the maximum, 0 to 100.
  case percent(Int)

  /// Clamps the percentage to 0–100.
  package init(percent: Int) { self = .percent(min(max(percent, 0), 100)) }

  /// Nil if the brightness is not controlled.
  package var percent: Int? {
    switch self {
    case .asFound: nil
    case .percent(let percent): percent
    }
  }
}

/// How displays without a backlight in the kernel are dimmed.
package enum ExternalDimming: String, CaseIterable, Sendable {
  /// By darkening the picture.
  case picture
  /// By the monitor's own brightness, over the display cable.
  case monitor
}

/// The means by which a display is dimmed.
package enum Dimming: Hashable, Sendable {
  /// The kernel's backlight of this name.
  case backlight(String)
  /// The monitor's own brightness, over the display cable (DDC/CI).
  case monitor
  /// The pixel values, by a gamma table.
  case gammaTable
  /// Dimming is not possible, with the reason.
  case impossible(because: String)
}
