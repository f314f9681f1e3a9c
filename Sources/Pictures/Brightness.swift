/// How bright a display is to be.
public enum Brightness: Hashable, Sendable {
  /// As it was found: nothing is done about it.
  case asFound
  /// Of the brightest that it can be, 0 to 100.
  case percent(Int)

  /// So many parts of a hundred; what lies beyond is the nearest.
  public init(percent: Int) { self = .percent(min(max(percent, 0), 100)) }

  /// Nil where nothing is asked for.
  public var percent: Int? {
    switch self {
    case .asFound: nil
    case .percent(let percent): percent
    }
  }
}

/// By what a display is as bright as it was asked to be.
public enum Dimming: Hashable, Sendable {
  /// The kernel's backlight of this name.
  case backlight(String)
  /// The picture's own values, by a gamma table.
  case gammaTable
  /// Nothing can be done, and why.
  case impossible(because: String)
}
