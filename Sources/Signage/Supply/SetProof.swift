import VitrineContent
import VitrineCryptography

/// Whether a set that lies in the store can be shown: each of its new files is looked through, and what it plays
/// is read as a list.
struct SetProof {
  private let set: StoredSet
  /// Of files that were looked through before.
  private let proven: Set<Digest>
  private let check: (_ path: String) -> String?

  init(_ set: StoredSet, _ proven: Set<Digest>, _ check: @escaping (_ path: String) -> String?) {
    (self.set, self.proven, self.check) = (set, proven, check)
  }

  /// Nil where nothing is wrong. `isWanted` is asked now and then.
  func fault(while isWanted: () -> Bool) throws(SupplyError) -> SupplyError? {
    for file in set.manifest.files where !proven.contains(file.digest) {
      if let fault = try FileProof.fault(of: set.path(of: file), while: isWanted) {
        return .wrong("\(file.path)", cause: fault)
      }
    }
    return check(set.played).map { .wrong("what is to be played", cause: $0) }
  }
}

extension StoredSet {
  /// What is played of it.
  var played: String { manifest.play.map { "\(root)/\($0)" } ?? root }
}
