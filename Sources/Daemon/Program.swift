/// The program's constants.
public enum Program {
  public static let version = "0.1.0"
  /// The User-Agent in requests.
  static let agent = "Vitrine/\(version)"
}
