import Foundation

/// A showing, as `vitrine ledger list --format json` writes it.
struct WrittenShowing: Decodable {
  /// ISO 8601, with fractions of a second.
  let start: String
  let seconds: Double
  let title, campaign, level, ended: String
  let frames, late, missing: Int
  let interrupted: Bool
  /// Why some of it was not seen; empty where all was.
  let hidden: String

  /// In seconds since 1970.
  func begin() throws -> Double {
    try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(start)
      .timeIntervalSince1970
  }

  /// All of them from a run of the player that had its `state` and `run` folders in `out`.
  static func all(_ out: URL) throws -> [WrittenShowing] {
    try ledger(["list", "--format", "json"], out).output.split(separator: "\n").map {
      try JSONDecoder().decode(WrittenShowing.self, from: Data($0.utf8))
    }
  }

  /// What `vitrine ledger` says of such a run, in these words.
  static func ledger(_ words: [String], _ out: URL) throws -> Lab.Result {
    try Lab.run(
      Lab.player,
      ["ledger"] + words + [
        "--state", out.appending(path: "state").path, "--runtime", out.appending(path: "run").path,
      ])
  }
}
