internal import VitrineTiming

/// Keeps one bad item from crashing the player for ever: what the note of the run before means for
/// this one, and what this one notes. A value.
///
/// A file that crashes or hangs the player would do so again after each restart: an item at whose
/// place, or while it was being opened, that has happened three times in a row is quarantined, until
/// the operator ends the player in order or changes the list. What was being opened is suspected
/// before what played: it may be the next item, or one whose small pictures are made.
///
/// A location of content that is shown as a whole leads to another file with each set: `edition` says which. What
/// befell the files of another one says nothing of these.
public struct CrashLoopGuard: Sendable {
  /// Where to go on; nil at the beginning.
  public private(set) var resume: ResumePoint?
  /// The locations of items that are not to be played.
  public private(set) var quarantined: [String] = []
  /// The one that is quarantined from now on.
  public private(set) var newlyQuarantined: String?
  /// What was being opened when the player ended.
  public private(set) var suspects: [OpeningNote.Suspect] = []
  private var crashCount = 0
  /// Which files the locations lead to; empty where they always lead to the same.
  private var edition: String

  private static let crashLimit = 3
  /// More locations are not remembered.
  private static let quarantineLimit = 16
  /// A player that played on for so long did not crash because of what was at the resumed place.
  private static let proof = MediaTime(1, 1)
  /// So has one that lived for so long where the position stands: paused, or in what is live. The watchdog ends one
  /// that hangs long before.
  private static let stillProof = Duration.seconds(300)

  /// `isSameBoot` says that the machine has run since: after a power cut the item was not to blame.
  /// `opening` is what the run before was about to open, of the same boot.
  public init(
    after note: ResumeNote?, opening: OpeningNote? = nil, edition: String = "", isSameBoot: Bool
  ) {
    resume = note?.point
    self.edition = edition
    // What was closed in order says where to go on, and nothing of a run since that has ended before
    // it noted a place.
    if note?.isClosed ?? false, opening == nil { return }
    let place = note.flatMap { $0.isClosed || $0.edition != edition ? nil : $0 }
    let opening = opening.flatMap { $0.edition == edition ? $0 : nil }
    quarantined = place?.quarantined ?? []
    for location in opening?.quarantined ?? [] where !quarantined.contains(location) {
      quarantined.append(location)
    }
    let isKnown = note == nil || note?.edition == edition
    crashCount = (place?.crashCount ?? 0) + (isSameBoot && isKnown ? 1 : 0)
    suspects = opening?.suspectsAfterCrash ?? []
    if !quarantineSuspect() { quarantinePlace() }
  }

  /// The latest of those that have been open in each of the last crashes.
  private mutating func quarantineSuspect() -> Bool {
    let latest = suspects.last { $0.crashCount >= Self.crashLimit }
    guard let location = latest?.location, !quarantined.contains(location) else { return false }
    quarantine(location)
    suspects.removeAll { $0.location == location }
    // Where it was not the cause, the place is found out by the next crash.
    crashCount = min(crashCount, Self.crashLimit - 1)
    return true
  }

  private mutating func quarantinePlace() {
    guard crashCount >= Self.crashLimit, let location = resume?.location,
      !quarantined.contains(location)
    else { return }
    quarantine(location)
    crashCount = 0
  }

  private mutating func quarantine(_ location: String) {
    quarantined = (quarantined + [location]).suffix(Self.quarantineLimit)
    newlyQuarantined = location
    guard resume?.location == location else { return }
    // Without it the next one has its index.
    resume?.location = ""
    resume?.position = .zero
  }

  /// What is to be noted of this place, of a player that has lived for so long.
  public func note(_ point: ResumePoint, lived: Duration = .zero) -> ResumeNote {
    var note = ResumeNote(point)
    (note.quarantined, note.edition) = (quarantined, edition)
    if lived < Self.stillProof, let resume,
      (resume.index, resume.location) == (point.index, point.location),
      point.position <= resume.position + Self.proof
    {
      note.crashCount = crashCount
    }
    return note
  }

  /// What is written down of what is being opened, before anything is.
  public var openingNote: OpeningNote {
    OpeningNote(suspects: suspects, quarantined: quarantined, edition: edition)
  }

  /// The locations lead to other files from now on; false, and nothing, where they do not.
  @discardableResult
  public mutating func begin(edition: String) -> Bool {
    guard edition != self.edition else { return false }
    (quarantined, suspects, crashCount) = ([], [], 0)
    self.edition = edition
    return true
  }

  /// The operator has changed the list, or asked for it to be read again: all of it is played.
  public mutating func clearQuarantine() { (quarantined, newlyQuarantined) = ([], nil) }
}
