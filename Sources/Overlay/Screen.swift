internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// What covers the display, and how one screen follows the other. Touches, keys, status, time and
/// drawings are those of the screen that is shown.
enum Screen: Sendable {
  case list(ListScreen)
  /// `from` is the list that it was opened from, as it was left; nil where there is none to go back
  /// to.
  case video(VideoScreen, from: ListScreen?)

  init(_ options: InterfaceOptions, metrics: Metrics, now: HostTime) {
    self =
      options.hasList
      ? .list(ListScreen(options, metrics: metrics, now: now))
      : .video(VideoScreen(stay: options.controlsStay), from: nil)
  }

  /// Changes the list, be it shown or not. It has one owner meanwhile, so that its entries are not
  /// copied.
  mutating func changeList(_ change: (inout ListScreen) -> Void) {
    switch self {
    case .list(var list):
      self = .video(VideoScreen(stay: .zero), from: nil)
      change(&list)
      self = .list(list)
    case .video(let video, from: var list?):
      self = .video(video, from: nil)
      change(&list)
      self = .video(video, from: list)
    case .video(_, from: nil): break
    }
  }

  /// Changes what is over the video, if one is shown.
  mutating func changeVideo(_ change: (inout VideoScreen) -> Void) {
    guard case .video(var video, let list) = self else { return }
    change(&video)
    self = .video(video, from: list)
  }

  // What is shown.

  var list: ListScreen? { if case .list(let list) = self { list } else { nil } }

  var video: VideoScreen? { if case .video(let video, _) = self { video } else { nil } }

  var isSettingVolume: Bool { video?.isSettingVolume ?? false }

  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    switch self {
    case .list(let list): list.drawings(context, at: now)
    case .video(let video, _): video.drawings(context, at: now)
    }
  }

  func isMoving(at now: HostTime) -> Bool {
    switch self {
    case .list(let list): list.isMoving(at: now)
    case .video(let video, _): video.isMoving(at: now)
    }
  }

  func region(at place: Point, sequence: Region?, _ context: ScreenContext) -> Region {
    switch self {
    case .list(let list): list.region(at: place, sequence: sequence, context)
    case .video(let video, _): video.region(at: place, sequence: sequence, context)
    }
  }

  func deadline(_ now: HostTime, _ status: PlaybackStatus) -> HostTime? {
    switch self {
    case .list(let list): list.deadline(now)
    case .video(let video, _): video.deadline(now, status)
    }
  }

  /// What a visitor who goes now would leave.
  var place: Departure.Place {
    switch self {
    case .list(let list): .list(isAtStart: list.catalogue.isAtStart)
    case .video(let video, from: .some): video.isAttracting ? .attract : .chosen
    case .video(_, from: nil): .signage
    }
  }

  /// When the attract loop begins, where it is awaited.
  var attractTime: HostTime? { list?.attract.deadline }

  // What happens.

  /// Nothing is left for the next visitor of what the one before has done; the display was used
  /// last at `latestUse`.
  mutating func visitorLeft(_ latestUse: HostTime, at now: HostTime) {
    switch self {
    case .list(var list):
      list.visitorLeft()
      self = .list(list)
    // It is the program's matter alone that anything was changed.
    case .video(let video, from: .some) where video.isAttracting: break
    case .video(_, from: var list?):
      list.visitorLeft()
      list.noteActivity(at: latestUse)
      self = .list(list)
    case .video(var video, from: nil):
      video.visitorLeft(at: now)
      self = .video(video, from: nil)
    }
  }

  mutating func noteActivity(at now: HostTime) {
    switch self {
    case .list(var list):
      list.noteActivity(at: now)
      self = .list(list)
    case .video(var video, let list):
      video.noteActivity(at: now)
      self = .video(video, from: list)
    }
  }

  /// Moves on what moves by itself, before a finger is looked for under it.
  mutating func advance(to now: HostTime) {
    guard case .list(var list) = self else { return }
    list.advance(to: now)
    self = .list(list)
  }

  mutating func receive(
    _ gesture: Gesture<Region>, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    switch self {
    case .list(var list):
      let outcomes = list.receive(gesture, &context, at: now)
      return follow(outcomes, from: list, context)
    case .video(let video, var list):
      // A finger that was on the list when a key has left it lets go of it.
      list?.release(gesture, at: now)
      self = .video(video, from: list)
      return overVideo(at: now) { $0.receive(gesture, &context, at: now) }
    }
  }

  /// The program or the operator has the player do this.
  mutating func note(_ command: Command, at now: HostTime) {
    switch command {
    case .play, .toggle, .next, .previous, .jump, .edit(.replace), .edit(.begin), .edit(.exchange):
      // What a visitor has chosen is shown already.
      if place != .chosen { changeList { $0.awaitsVideo = true } }
    // Behind the list nothing plays: an edit begins at most what the operator means.
    case .edit(.append), .edit(.insert), .edit(.loop), .edit(.reload):
      if list != nil { changeList { $0.awaitsVideo = true } }
    case .stop:
      guard case .video(_, from: var list?) = self else { return }
      list.noteActivity(at: now)
      self = .list(list)
    default: break
    }
  }

  /// What was asked for while the list was shown, or played for passers-by, is shown in its place.
  private mutating func showAwaited(
    after before: PlaybackStatus, _ context: ScreenContext, at now: HostTime
  ) {
    let status = context.status
    guard status.phase.isActive, !before.phase.isActive || status.entry != before.entry,
      var list = listAnywhere, list.awaitsVideo
    else { return }
    var video = VideoScreen(stay: context.options.controlsStay)
    if list.awaitsControls { video.visibility.show(at: now) }
    list.pauseAttract()
    (list.awaitsVideo, list.awaitsControls) = (false, false)
    self = .video(video, from: list)
  }

  /// What is awaited in the list's place comes with its bars, or without.
  mutating func awaitControls(_ isShown: Bool) {
    guard place != .chosen else { return }
    changeList { $0.awaitsControls = isShown && $0.awaitsVideo }
  }

  /// The list, also while it is behind a video.
  private var listAnywhere: ListScreen? {
    switch self {
    case .list(let list): list
    case .video(_, let list): list
    }
  }

  /// The player has another status than `before`.
  mutating func receiveStatus(
    after before: PlaybackStatus, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    showAwaited(after: before, context, at: now)
    return overVideo(at: now) { $0.receiveStatus(after: before, context, at: now) }
  }

  mutating func timePassed(_ now: HostTime, _ context: ScreenContext) -> [InterfaceRequest] {
    switch self {
    case .list(var list):
      let isAttracting = list.timePassed(now)
      if isAttracting {
        // What was asked for before has come to nothing, and the visitor who has chosen a category is gone.
        (list.awaitsVideo, list.awaitsControls) = (false, false)
        list.visitorLeft()
      }
      let stay = context.options.controlsStay
      self =
        isAttracting
        ? .video(VideoScreen(stay: stay, isAttracting: true), from: list) : .list(list)
      return isAttracting ? [.attract] : []
    case .video(var video, let list):
      video.timePassed(now, context.status)
      self = .video(video, from: list)
      return []
    }
  }

  // From one to the other.

  mutating func follow(
    _ outcomes: [Catalogue.Outcome], from list: ListScreen, _ context: ScreenContext
  ) -> [InterfaceRequest] {
    var list = list
    self = .list(list)
    return outcomes.map { outcome in
      switch outcome {
      case .play(let entry):
        list.pauseAttract()
        (list.awaitsVideo, list.awaitsControls) = (false, false)
        // Nothing is left of what was seen over the video before.
        self = .video(VideoScreen(stay: context.options.controlsStay), from: list)
        return .open(entry)
      }
    }
  }

  /// Has a video that is shown answer; where it leaves, the list comes back.
  mutating func overVideo(
    at now: HostTime, _ answer: (inout VideoScreen) -> [InterfaceRequest]
  ) -> [InterfaceRequest] {
    guard case .video(var video, let list) = self else { return [] }
    let requests = answer(&video)
    self = .video(video, from: list)
    if requests.contains(.leave), var list {
      list.noteActivity(at: now)
      self = .list(list)
    }
    return requests
  }
}
