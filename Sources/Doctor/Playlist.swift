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

/// The service's playlists, the items that the player skips since they crashed it, and the files of its zones and
/// overlays.
package struct PlaylistsFacts: Hashable, Sendable {
  package var lists: [PlaylistFacts] = []
  package var quarantined: [String] = []
  /// The template of the zones, if there are any.
  package var template: String?
  /// The faults of the template, its data and pictures.
  package var zoneFaults: [String] = []
  package var overlayFaults: [String] = []
  /// Why the page of the zones has no engine.
  package var pageFault: String?

  package init() {}

  /// Whether the service has something to play, and may read it.
  func findings(_ user: UserFacts?) -> [Finding] {
    let found =
      lists.flatMap { $0.findings(user) } + quarantineFindings + zoneFindings + pageFindings
      + overlayFindings
    return found.isEmpty ? [Finding(.playlist, .good, "none configured")] : found
  }

  private var zoneFindings: [Finding] {
    guard let template else { return [] }
    guard let fault = zoneFaults.first else {
      return [Finding(.playlist, .good, "zones by \(template)")]
    }
    let more = zoneFaults.count > 1 ? "; and \(zoneFaults.count - 1) more" : ""
    return [
      Finding(
        .playlist, .advice, "zones: \(fault)", cause: "a zone shows nothing, or old data\(more)",
        cure: "vitrine template preview \(template.shellWord) --data DIR zones.png")
    ]
  }

  private var pageFindings: [Finding] {
    pageFault.map {
      [
        Finding(
          .playlist, .advice, "zones: page: \($0)", cause: "the zone of the page stays empty",
          cure: "apt install chromium libwayland-server0; systemctl enable --now vitrine-page.path")
      ]
    } ?? []
  }

  private var overlayFindings: [Finding] {
    overlayFaults.map {
      Finding(
        .playlist, .advice, $0, cause: "the overlay shows nothing, or its last valid content",
        cure: "correct or replace the file, or the section overlays")
    }
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
    guard itemCount != 0 else {
      return [
        Finding(
          .playlist, .advice, "\(path): empty", cause: "a card is shown until it has entries",
          cure: "add entries; vitrine list check \(path.shellWord)")
      ]
    }
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
    guard missing != [path] else {
      return Finding(
        .playlist, .bad(.noInput), "\(path): no such file or folder",
        cause: "nothing can be played",
        cure: "create it, or correct playlist or content.folder in the configuration")
    }
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
