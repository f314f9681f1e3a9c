import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

/// A USB stick that plays directly.
struct Guest {
  let path: String
  /// The versions of its files, by path.
  let marks: [String: String]
  let playable: Int
  /// Consecutive failed items.
  var failures = 0
  /// When to check that it is still plugged in.
  var due: HostTime

  /// The number of consecutive failures that ends its playback.
  private static let most = 2

  var hasFailed: Bool { failures >= min(Self.most, max(playable, 1)) }
}

/// The sticks that play directly.
struct Guests {
  var present: Guest?
  /// Sticks whose files failed to play, with their contents at that time.
  var left: [String: [String: String]] = [:]
  /// When to check for another stick during a download.
  var due = HostTime(nanoseconds: 0)
}

// Sticks: copied into the store, or played directly.
extension ContentSupplyBody {
  var guest: Guest? {
    get { guests.present }
    set { guests.present = newValue }
  }

  /// Handles the sticks that are for this player; returns their folders.
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
    // The stick is still there, but is now for other players or to be copied.
    if let guest, !played.contains(guest.path) { leaveGuest(because: nil) }
    return places
  }

  /// Plays a stick once two consecutive checks find the same contents. With a key, the manifest
  /// must be signed, and every file must match it, before anything plays.
  private mutating func lookAtGuest(_ path: String) throws(SupplyError) {
    // One stick at a time: the first one plugged in.
    guard guest == nil || guest?.path == path else { return }
    var survey = surveys[path] ?? FolderSurvey(path)
    defer { surveys[path] = survey }
    guard try survey.isQuiet(), survey.marks != guests.left[path] else { throw .asBefore }
    guard guest?.marks != survey.marks else { return }
    if let unseen = survey.unseen {
      throw .wrong(
        unseen,
        cause:
          "neither a file nor a folder, or nested too deep; links on a stick are not followed"
      )
    }
    let manifest = try published(in: path)
    if plan.key != nil, let manifest {
      try survey.compare(with: manifest) { goesOn() }
    }
    let list = (manifest?.play ?? survey.list).map { "\(path)/\($0)" } ?? path
    if let fault = parts.check(list) { throw .wrong("the playlist to play", cause: fault) }
    guard goesOn() else { throw .ended }
    guest = Guest(
      path: path, marks: survey.marks, playable: survey.playable, due: .now() + Self.guestPeriod)
    board.update { $0.stick = path }
    parts.tell(.playsStick(list, files: survey.playable))
  }

  /// Stops playing a stick whose contents changed and can no longer be played.
  private mutating func doubtGuest(_ path: String, _ error: SupplyError) {
    switch error {
    case .asBefore, .ended: break
    default: if guest?.path == path { leaveGuest(because: "\(error)") }
    }
  }

  /// The interval for checking that the stick is plugged in. The previous content must be back in
  /// the queue before the stick's decoded pictures run out.
  private static let guestPeriod = Duration.milliseconds(200)

  mutating func watchGuest() {
    guard let due = guest?.due, due <= .now() else { return }
    guest?.due = .now() + Self.guestPeriod
    if !isGuestThere { leaveGuest(because: nil) }
  }

  private var isGuestThere: Bool {
    guest.map { isToBePlayed(Folder($0.path)) } == true
  }

  /// Whether a stick to play was plugged in during a download. It does not wait for the download.
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

  /// Counts a failed item, unless the stick was unplugged.
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
    // Another stick's files may look the same.
    surveys[path] = nil
    board.update { $0.stick = nil }
    parts.tell(.leavesStick(path, because: reason))
  }
}

extension FolderSurvey {
  /// The list to play; nil plays the whole folder.
  fileprivate var list: SetPath? {
    Self.play(marks.keys.compactMap { SetPath($0) })
  }
}
