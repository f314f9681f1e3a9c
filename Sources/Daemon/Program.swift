import VitrineControl

/// The program's constants.
public enum Program {
  public static let version = Release.version
  /// The User-Agent in requests.
  static let agent = "Vitrine/\(version)"
}
