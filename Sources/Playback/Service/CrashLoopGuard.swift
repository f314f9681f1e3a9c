internal import Timing

/// Keeps one bad item from crashing the player for ever: what the note of the run before means for
/// this one, and what this one notes. A value.
///
/// A file that crashes or hangs the player would do so again after each restart: an item at whose
/// place that has happened three times in a row is quarantined, until the operator ends the player
/// in order or changes the list.
public struct CrashLoopGuard: Sendable {
  /// Where to go on; nil at the beginning.
  public private(set) var resume: ResumePoint?
  /// The locations of items that are not to be played.
  public private(set) var quarantined: [String] = []
  /// The one that is quarantined from now on.
  public private(set) var newlyQuarantined: String?
  private var crashCount = 0

  private static let crashLimit = 3
  /// More locations are not remembered.
  private static let quarantineLimit = 16
  /// A player that played on for so long did not crash because of what was at the resumed place.
  private static let proof = MediaTime(1, 1)

  /// `isSameBoot` says that the machine has run since: after a power cut the item was not to blame.
  public init(after note: ResumeNote?, isSameBoot: Bool) {
    guard let note else { return }
    resume = note.point
    guard !note.isClosed else { return }
    quarantined = note.quarantined
    crashCount = note.crashCount + (isSameBoot ? 1 : 0)
    guard crashCount >= Self.crashLimit, !quarantined.contains(note.point.location) else { return }
    quarantined = (quarantined + [note.point.location]).suffix(Self.quarantineLimit)
    newlyQuarantined = note.point.location
    crashCount = 0
    // Without it the next one has its index.
    resume?.location = ""
    resume?.position = .zero
  }

  /// What is to be noted of this place.
  public func note(_ point: ResumePoint) -> ResumeNote {
    var note = ResumeNote(point)
    note.quarantined = quarantined
    if let resume, (resume.index, resume.location) == (point.index, point.location),
      point.position <= resume.position + Self.proof
    {
      note.crashCount = crashCount
    }
    return note
  }

  /// The operator has changed the list, or asked for it to be read again: all of it is played.
  public mutating func clearQuarantine() { (quarantined, newlyQuarantined) = ([], nil) }
}
