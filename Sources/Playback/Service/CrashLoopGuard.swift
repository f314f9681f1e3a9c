internal import VitrineTiming

/// Prevents a bad item from crashing the player repeatedly. It evaluates the previous run's resume
/// point and creates this run's.
///
/// A file that crashes or hangs the player would do so again after each restart. An item is
/// quarantined after three crashes in a row, at its position or while it was being opened. Stopping
/// the player or changing the list clears the quarantine. Items being opened are suspected before
/// the playing one: the culprit may be the next item, or one whose thumbnails are being made.
///
/// The paths of a release refer to other files with each release; `edition` identifies it. Crashes
/// of another edition do not count.
package struct CrashLoopGuard: Sendable {
  /// The resume point; nil for the beginning.
  package private(set) var resume: ResumePoint?
  /// The locations of items that must not be played.
  package private(set) var quarantined: [String] = []
  /// The location that has just been quarantined.
  package private(set) var newlyQuarantined: String?
  /// The items being opened when the player ended.
  package private(set) var suspects: [OpeningRecord.Suspect] = []
  private var crashCount = 0
  /// Identifies the files that the locations refer to; empty if they never change.
  private var edition: String

  private static let crashLimit = 3
  /// The maximum number of quarantined locations.
  private static let quarantineLimit = 16
  /// If the player has played this far, the resumed item did not cause the crash.
  private static let proof = MediaTime(1, 1)
  /// The same if it ran this long without advancing, paused or live. The watchdog ends a hung
  /// player long before.
  private static let stillProof = Duration.seconds(300)

  /// `isSameBoot` is false after a reboot, such as a power cut, for which no item is to blame.
  /// `opening` is the previous run's record of openings, from the same boot.
  package init(
    after record: ResumeRecord?, opening: OpeningRecord? = nil, edition: String = "",
    isSameBoot: Bool
  ) {
    resume = record?.point
    self.edition = edition
    // After an orderly exit, the record is only a resume point; later runs that ended before saving
    // one do not count.
    if record?.isClosed ?? false, opening == nil { return }
    let place = record.flatMap { $0.isClosed || $0.edition != edition ? nil : $0 }
    let opening = opening.flatMap { $0.edition == edition ? $0 : nil }
    quarantined = place?.quarantined ?? []
    for location in opening?.quarantined ?? [] where !quarantined.contains(location) {
      quarantined.append(location)
    }
    let isKnown = record == nil || record?.edition == edition
    crashCount = (place?.crashCount ?? 0) + (isSameBoot && isKnown ? 1 : 0)
    suspects = opening?.suspectsAfterCrash ?? []
    if !quarantineSuspect() { quarantinePlace() }
  }

  /// Quarantines the latest location that was being opened in each of the last crashes.
  private mutating func quarantineSuspect() -> Bool {
    let latest = suspects.last { $0.crashCount >= Self.crashLimit }
    guard let location = latest?.location, !quarantined.contains(location) else { return false }
    quarantine(location)
    suspects.removeAll { $0.location == location }
    // If it was not the cause, the next crash quarantines the playing item.
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
    // Without this item, the next one has its index.
    resume?.location = ""
    resume?.position = .zero
  }

  /// The record to save for this resume point, after the player has run for `lived`.
  package func record(_ point: ResumePoint, lived: Duration = .zero) -> ResumeRecord {
    var record = ResumeRecord(point)
    (record.quarantined, record.edition) = (quarantined, edition)
    if lived < Self.stillProof, let resume,
      (resume.index, resume.location) == (point.index, point.location),
      point.position <= resume.position + Self.proof
    {
      record.crashCount = crashCount
    }
    return record
  }

  /// The record to save before anything is opened.
  package var openingRecord: OpeningRecord {
    OpeningRecord(suspects: suspects, quarantined: quarantined, edition: edition)
  }

  /// Resets everything if the locations refer to other files; returns false if the edition is the
  /// same.
  @discardableResult
  package mutating func begin(edition: String) -> Bool {
    guard edition != self.edition else { return false }
    (quarantined, suspects, crashCount) = ([], [], 0)
    self.edition = edition
    return true
  }

  /// Clears the quarantine after the operator has changed or reloaded the list.
  package mutating func clearQuarantine() { (quarantined, newlyQuarantined) = ([], nil) }
}
