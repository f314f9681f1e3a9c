import VitrineControl

/// The program's constants.
package enum Program {
  package static let version = Release.version
  /// The User-Agent in requests.
  static let agent = "Vitrine/\(version)"
}
