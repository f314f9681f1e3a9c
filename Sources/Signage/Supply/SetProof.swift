import VitrineContent
import VitrineCryptography

/// The verification of a stored release: each new file is demuxed, and the playlist is read.
struct SetProof {
  private let set: StoredSet
  /// The files that were verified earlier.
  private let proven: Set<Digest>
  private let check: (_ path: String) -> String?

  init(_ set: StoredSet, _ proven: Set<Digest>, _ check: @escaping (_ path: String) -> String?) {
    self.set = set
    self.proven = proven
    self.check = check
  }

  /// Returns what is wrong with the release. Calls `isWanted` now and then.
  func fault(while isWanted: () -> Bool) throws(SupplyError) -> SupplyError? {
    for file in set.manifest.files where !proven.contains(file.digest) {
      if let fault = try FileProof.fault(of: set.path(of: file), while: isWanted) {
        return .wrong("\(file.path)", cause: fault)
      }
    }
    return check(set.played).map { .wrong("the playlist to play", cause: $0) }
  }
}

extension StoredSet {
  /// The path of the playlist, or of the folder to play.
  var played: String { manifest.play.map { "\(root)/\($0)" } ?? root }
}
