/// How long a display may stand unused before it goes back to how the operator has it.
public enum IdleTime: Hashable, Sendable {
  /// `usual` where there is a touchscreen: visitors come and go. Else never: a remote is held by
  /// people who come back.
  case automatic
  case never
  case after(Duration)

  public static let usual = Duration.seconds(90)
  private static let longest = Duration.seconds(366 * 86_400)

  /// None, and what is not positive, is never.
  public init(_ time: Duration) { self = time > .zero ? .after(min(time, Self.longest)) : .never }

  /// Nil is never.
  func limit(hasTouch: Bool) -> Duration? {
    switch self {
    case .automatic: hasTouch ? Self.usual : nil
    case .never: nil
    case .after(let time): time
    }
  }
}
