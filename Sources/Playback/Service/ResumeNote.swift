internal import Timing

/// What is written down of a player, for its next start: where it is, and how it fared. A value.
public struct ResumeNote: Hashable, Sendable {
  public var point: ResumePoint
  /// How often in a row the player has ended badly right after this point.
  public var misfortunes = 0
  /// The locations of items that ended the player again and again.
  public var leftOut: [String] = []
  /// Whether it ended because it was told to.
  public var isClosed = false

  public init(_ point: ResumePoint) { self.point = point }
}

/// What the note of the run before means for this one, and what this one notes. A value.
///
/// A file that crashes or hangs the player would do so again after each restart: an item at whose
/// place that has happened three times in a row is left out, until somebody ends the player in
/// order or changes the list.
public struct ResumeStory: Sendable {
  /// Where to go on; nil at the beginning.
  public private(set) var resume: ResumePoint?
  public private(set) var leftOut: [String] = []
  /// The item that is left out from now on.
  public private(set) var news: String?
  private var misfortunes = 0

  private static let most = 3
  /// More are not remembered.
  private static let mostLeftOut = 16
  /// Who played on for so long did not end because of what was at the resumed place.
  private static let proof = MediaTime(1, 1)

  /// `isSameBoot` says that the machine has run since: after a power cut the item was not to blame.
  public init(after note: ResumeNote?, isSameBoot: Bool) {
    guard let note else { return }
    resume = note.point
    guard !note.isClosed else { return }
    leftOut = note.leftOut
    misfortunes = note.misfortunes + (isSameBoot ? 1 : 0)
    guard misfortunes >= Self.most, !leftOut.contains(note.point.location) else { return }
    leftOut = (leftOut + [note.point.location]).suffix(Self.mostLeftOut)
    news = note.point.location
    misfortunes = 0
    // Without it the next one has its index.
    resume?.location = ""
    resume?.position = .zero
  }

  /// What is to be noted of this place.
  public func note(_ point: ResumePoint) -> ResumeNote {
    var note = ResumeNote(point)
    note.leftOut = leftOut
    if let resume, (resume.index, resume.location) == (point.index, point.location),
      point.position <= resume.position + Self.proof
    {
      note.misfortunes = misfortunes
    }
    return note
  }

  /// The list was changed by somebody: all of it gets another chance.
  public mutating func forgive() { (leftOut, news) = ([], nil) }
}
