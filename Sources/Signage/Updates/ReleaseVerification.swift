import VitrineContent
import VitrineCryptography
import VitrinePlaylists

/// The verification of a stored release: each new file is demuxed, and the playlist is read.
struct ReleaseVerification {
  private let release: StoredRelease
  /// The files that were verified earlier.
  private let verified: Set<Digest>
  private let check: (_ path: String) -> String?

  init(
    _ release: StoredRelease, _ verified: Set<Digest>,
    _ check: @escaping (_ path: String) -> String?
  ) {
    self.release = release
    self.verified = verified
    self.check = check
  }

  /// Returns what is wrong with the release. Calls `isWanted` now and then.
  func fault(while isWanted: () -> Bool) throws(ContentUpdateError) -> ContentUpdateError? {
    for file in release.manifest.files where !verified.contains(file.digest) {
      if let fault = try FileVerification.fault(of: release.path(of: file), while: isWanted) {
        return .invalid("\(file.path)", cause: fault)
      }
    }
    return check(release.played).map { .invalid("the playlist to play", cause: $0) }
  }
}

extension StoredRelease {
  /// The path of the playlist, or of the folder to play.
  var played: String { manifest.play.map { "\(root)/\($0)" } ?? root }
}

extension ReleaseStore {
  /// The number of videos and pictures in the current release.
  var playable: Int {
    current?.manifest.files.count { FileKind(path: $0.path.text) != nil } ?? 0
  }
}
