import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

/// A stick that is played where it lies.
struct Guest {
  let path: String
  /// What lies on it.
  let marks: [String: String]
  let playable: Int
  /// Since one of its items was shown.
  var failures = 0
  /// When it is looked whether it is still there.
  var due: HostTime

  /// It has failed once so many of its items in a row have.
  private static let most = 2

  var hasFailed: Bool { failures >= min(Self.most, max(playable, 1)) }
}

/// Sticks that are played where they lie.
struct Guests {
  var present: Guest?
  /// Those whose files could not be shown, as they were then.
  var left: [String: [String: String]] = [:]
  /// When it is looked whether another one waits, while something is fetched.
  var due = HostTime(nanoseconds: 0)
}

// Sticks: what is on them comes into the store, or is played where it lies.
extension ContentSupplyBody {
  var guest: Guest? {
    get { guests.present }
    set { guests.present = newValue }
  }

  /// Those that are for this screen, by their folders.
  mutating func lookAtSticks() -> [String] {
    var (places, played): ([String], [String]) = ([], [])
    for folder in plan.stickFolders {
      attempt(folder.path) { body throws(SupplyError) in
        places.append(folder.path)
        guard let stick = try Stick(folder, for: body.plan.name) else {
          places.removeLast()
          return
        }
        switch stick.use {
        case .copied: try body.lookAtFolder(stick.path)
        case .played:
          played.append(stick.path)
          do throws(SupplyError) { try body.lookAtGuest(stick.path) } catch {
            body.doubtGuest(stick.path, error)
            throw error
          }
        }
      }
    }
    guests.left = guests.left.filter { played.contains($0.key) }
    // It is there, and for others or to be copied now.
    if let guest, !played.contains(guest.path) { leaveGuest(because: nil) }
    return places
  }

  /// Plays what is on a stick, once it is as it was at the look before. With a key its manifest has to be
  /// signed, and each file has to be as it says, before one of them is played.
  private mutating func lookAtGuest(_ path: String) throws(SupplyError) {
    // One at a time: the one that came first.
    guard guest == nil || guest?.path == path else { return }
    var survey = surveys[path] ?? FolderSurvey(path)
    defer { surveys[path] = survey }
    guard try survey.isQuiet(), survey.marks != guests.left[path] else { throw .asBefore }
    guard guest?.marks != survey.marks else { return }
    if let unseen = survey.unseen {
      throw .wrong(
        unseen,
        cause:
          "neither a file nor a folder, or too deep: from a stick that is played no link is followed"
      )
    }
    let manifest = try published(in: path)
    if plan.key != nil, let manifest {
      try survey.compare(with: manifest) { goesOn() }
    }
    let list = (manifest?.play ?? survey.list).map { "\(path)/\($0)" } ?? path
    if let fault = parts.check(list) { throw .wrong("what is to be played", cause: fault) }
    guard goesOn() else { throw .ended }
    guest = Guest(
      path: path, marks: survey.marks, playable: survey.playable, due: .now() + Self.guestPeriod)
    board.update { $0.stick = path }
    parts.tell(.playsStick(list, files: survey.playable))
  }

  /// What has changed on a stick that is played, and may not be played so, is played no more.
  private mutating func doubtGuest(_ path: String, _ error: SupplyError) {
    switch error {
    case .asBefore, .ended: break
    default: if guest?.path == path { leaveGuest(because: "\(error)") }
    }
  }

  /// Between two looks whether the stick is still there: what was shown before has to be in the queue before
  /// the pictures that were read of it are over.
  private static let guestPeriod = Duration.milliseconds(200)

  mutating func watchGuest() {
    guard let due = guest?.due, due <= .now() else { return }
    guest?.due = .now() + Self.guestPeriod
    if !isGuestThere { leaveGuest(because: nil) }
  }

  private var isGuestThere: Bool {
    guest.map { isToBePlayed(Folder($0.path)) } == true
  }

  /// Whether one that is to be played was plugged in while something is fetched: it does not wait for that.
  mutating func isStickWaiting() -> Bool {
    guard plan.sticks != nil, guest == nil, guests.due <= .now() else { return false }
    guests.due = .now() + plan.folderPeriod
    return plan.stickFolders.contains { folder in
      surveys[folder.path] == nil && isToBePlayed(folder)
    }
  }

  private func isToBePlayed(_ folder: Folder) -> Bool {
    (try? Stick(folder, for: plan.name))?.use == .played
  }

  func isOfGuest(_ path: String) -> Bool { guest.map { path.hasPrefix($0.path + "/") } == true }

  mutating func noteGuestShown() { guest?.failures = 0 }

  /// A stick that was pulled out fails, too, and is no fault then.
  mutating func failGuest(_ reason: String) {
    guard let path = guest?.path else { return }
    guard isGuestThere else { return leaveGuest(because: nil) }
    guest?.failures += 1
    guard guest?.hasFailed == true else { return }
    guests.left[path] = guest?.marks
    leaveGuest(because: reason)
  }

  private mutating func leaveGuest(because reason: String?) {
    guard let path = guest?.path else { return }
    guest = nil
    // Another stick may be there now, whose files look the same.
    surveys[path] = nil
    board.update { $0.stick = nil }
    parts.tell(.leavesStick(path, because: reason))
  }
}

extension FolderSurvey {
  /// What is played of it; nil plays all of it.
  fileprivate var list: SetPath? {
    Self.play(marks.keys.compactMap { SetPath($0) })
  }
}
