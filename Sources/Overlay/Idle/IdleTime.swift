/// How long a display may go unused before it returns to its default state.
package enum IdleTime: Hashable, Sendable {
  /// `usual` with a touchscreen, because visitors come and go; otherwise never, because a person
  /// with a remote control comes back.
  case automatic
  case never
  case after(Duration)

  package static let usual = Duration.seconds(90)
  private static let longest = Duration.seconds(366 * 86_400)

  /// Zero or a negative time means never.
  package init(_ time: Duration) { self = time > .zero ? .after(min(time, Self.longest)) : .never }

  /// Nil means never.
  func limit(hasTouch: Bool) -> Duration? {
    switch self {
    case .automatic: hasTouch ? Self.usual : nil
    case .never: nil
    case .after(let time): time
    }
  }
}
