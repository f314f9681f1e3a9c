import Foundation

/// A showing in the output of `vitrine ledger list --format json`.
struct WrittenShowing: Decodable {
  /// ISO 8601 with fractions of a second.
  let start: String
  let seconds: Double
  let title, campaign, level, ended: String
  let frames, late, missing: Int
  let interrupted: Bool
  /// Why part of it was not visible; empty if all of it was.
  let hidden: String

  /// In seconds since 1970.
  func begin() throws -> Double {
    try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(start)
      .timeIntervalSince1970
  }

  /// All showings from a run of the player whose `state` and `run` folders are in `out`.
  static func all(_ out: URL) throws -> [WrittenShowing] {
    try ledger(["list", "--format", "json"], out).output.split(separator: "\n").map {
      try JSONDecoder().decode(WrittenShowing.self, from: Data($0.utf8))
    }
  }

  /// The result of `vitrine ledger` with these arguments for such a run.
  static func ledger(_ words: [String], _ out: URL) throws -> Lab.Result {
    try Lab.run(
      Lab.player,
      ["ledger"] + words + [
        "--state", out.appending(path: "state").path, "--runtime", out.appending(path: "run").path,
      ])
  }
}
