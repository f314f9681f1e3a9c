internal import VitrinePlayback

/// A playlist of the service, read as the player reads it, and the files in it that cannot be played.
package struct PlaylistFacts: Hashable, Sendable {
  /// A file that the player's user may not read.
  package struct Denied: Hashable, Sendable {
    package var path: String
    /// The file itself, or the folder above it that the user may not enter.
    package var obstacle: String

    package init(_ path: String, obstacle: String) { (self.path, self.obstacle) = (path, obstacle) }
  }

  /// A path, or the name of a playlist on a server.
  package var path: String
  /// Why it cannot be read, with its path.
  package var refusal: String?
  /// Faults in its contents, with their lines.
  package var faults: [String] = []
  /// Nil if it was not read.
  package var itemCount: Int?
  /// Files that do not exist.
  package var missing: [String] = []
  package var denied: [Denied] = []

  package init(_ path: String) { self.path = path }
}

/// The service's playlists, and the items that the player skips since they crashed it.
package struct PlaylistsFacts: Hashable, Sendable {
  package var lists: [PlaylistFacts] = []
  package var quarantined: [String] = []

  package init() {}

  /// Whether the service has something to play, and may read it.
  func findings(_ user: UserFacts?) -> [Finding] {
    let found = lists.flatMap { $0.findings(user) } + quarantineFindings
    return found.isEmpty ? [Finding(.playlist, .good, "none configured")] : found
  }

  private var quarantineFindings: [Finding] {
    guard let first = quarantined.first else { return [] }
    return [
      Finding(
        .playlist, .advice, "\(quarantined.shortened) crashed the player repeatedly",
        cause:
          "the player skips \(quarantined.count == 1 ? "it" : "them") until the playlist changes",
        cure: "vitrine check \(first.shellWord); after replacing the file: vitrine ctl reload")
    ]
  }
}

extension PlaylistFacts {
  fileprivate func findings(_ user: UserFacts?) -> [Finding] {
    if let refusal {
      return [
        Finding(
          .playlist, .bad(.noInput), refusal, cause: "a card is shown instead",
          cure: "ls -l \(path.shellWord)")
      ]
    }
    if let fault = faults.first {
      return [
        Finding(
          .playlist, .bad(.noInput), fault,
          cause: "a card is shown instead"
            + (faults.count > 1 ? "; and \(faults.count - 1) more" : ""),
          cure: "vitrine list check \(path.shellWord)")
      ]
    }
    let found = [deniedFinding(user), missingFinding].compactMap(\.self)
    guard found.isEmpty else { return found }
    let count = itemCount.map { ": \($0) \($0 == 1 ? "item" : "items")" } ?? ""
    return [Finding(.playlist, .good, "\(path)\(count)")]
  }

  private func deniedFinding(_ user: UserFacts?) -> Finding? {
    guard let first = denied.first else { return nil }
    let right = first.obstacle == first.path ? "r" : "x"
    return Finding(
      .playlist, verdict(denied.count),
      "\(path): \(denied.map(\.path).shortened): permission denied",
      cause: "\(user?.name ?? "the player's user") may not "
        + (right == "r" ? "read \(first.obstacle)" : "enter \(first.obstacle)"),
      cure: "sudo chmod o+\(right) \(first.obstacle.shellWord)")
  }

  private var missingFinding: Finding? {
    guard !missing.isEmpty else { return nil }
    return Finding(
      .playlist, verdict(missing.count), "\(path): \(missing.shortened): no such file",
      cause: missing.count == itemCount
        ? "nothing can be played" : "the player skips missing files",
      cure: "vitrine list check \(path.shellWord)")
  }

  /// A playlist of which nothing can be played is bad.
  private func verdict(_ count: Int) -> Verdict { count == itemCount ? .bad(.noInput) : .advice }
}

extension [String] {
  /// The first two, and how many more.
  fileprivate var shortened: String {
    let more = count - 2
    return prefix(2).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
