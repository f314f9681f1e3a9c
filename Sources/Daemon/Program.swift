/// The program that all of this is.
public enum Program {
  public static let version = "0.1.0"
  /// What servers are told of who asks.
  static let agent = "Vitrine/\(version)"
}
