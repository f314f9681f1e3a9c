internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// The current screen, and the transitions between screens. Forwards touches, keys, status, time
/// and drawing to it.
enum Screen: Sendable {
  case list(ListScreen)
  /// `from` is the gallery that it was opened from, in its last state; nil without one.
  case video(VideoScreen, from: ListScreen?)

  init(_ options: InterfaceOptions, metrics: Metrics, now: HostTime) {
    self =
      options.hasList
      ? .list(ListScreen(options, metrics: metrics, now: now))
      : .video(VideoScreen(stay: options.controlsTimeout), from: nil)
  }

  /// Changes the gallery, visible or not. Moves it out of `self` meanwhile, so that its entries are
  /// not copied.
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

  /// Changes the video screen, if it is current.
  mutating func changeVideo(_ change: (inout VideoScreen) -> Void) {
    guard case .video(var video, let list) = self else { return }
    change(&video)
    self = .video(video, from: list)
  }

  // Drawing.

  var list: ListScreen? { if case .list(let list) = self { list } else { nil } }

  var video: VideoScreen? { if case .video(let video, _) = self { video } else { nil } }

  var isSettingVolume: Bool { video?.isSettingVolume ?? false }

  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    switch self {
    case .list(let list): list.drawings(context, at: now)
    case .video(let video, from: let list?) where video.isGrowing:
      list.drawings(context, at: now)
    case .video(let video, from: let list?) where fall(context, at: now) > 0:
      uncovered(list, above: video.fall(context, at: now), context, at: now)
    case .video(let video, _): video.drawings(context, at: now)
    }
  }

  /// How far a film is on its way back to the gallery, in pixels.
  func fall(_ context: ScreenContext, at now: HostTime) -> Int {
    guard case .video(let video, from: .some) = self else { return 0 }
    return video.fall(context, at: now)
  }

  /// The part of the gallery above a film that leaves downwards.
  private func uncovered(
    _ list: ListScreen, above top: Int, _ context: ScreenContext, at now: HostTime
  ) -> [Drawing] {
    let part = Rect(x: 0, y: 0, width: context.layout.screen.width, height: Double(top))
    return list.drawings(context, at: now).compactMap { drawing in
      guard let clip = (drawing.clip ?? drawing.frame).intersection(part) else { return nil }
      var drawing = drawing
      if clip != drawing.frame { drawing.clip = clip }
      return drawing
    }
  }

  /// Whether the gallery covers the video.
  var hidesVideo: Bool { list.map { !$0.catalogue.showsFilm } ?? false }

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

  /// The place that a departing visitor would leave.
  var place: Departure.Place {
    switch self {
    case .list(let list) where list.playsOnPage: .chosen
    case .list(let list): .list(isAtStart: list.catalogue.isAtStart)
    case .video(let video, from: .some): video.isAttracting ? .attract : .chosen
    case .video(_, from: nil): .signage
    }
  }

  /// When the attract loop is due, if it is.
  var attractTime: HostTime? { list?.attract.deadline }

  // Events.

  /// Resets everything for the next visitor; the display was last used at `latestUse`.
  mutating func visitorLeft(_ latestUse: HostTime, at now: HostTime) {
    switch self {
    case .list(var list):
      let playedOnPage = list.playsOnPage
      list.visitorLeft()
      if playedOnPage { list.recordActivity(at: latestUse) }
      self = .list(list)
    // Only the program's own layer was changed.
    case .video(let video, from: .some) where video.isAttracting: break
    case .video(_, from: var list?):
      list.visitorLeft()
      list.recordActivity(at: latestUse)
      self = .list(list)
    case .video(var video, from: nil):
      video.visitorLeft(at: now)
      self = .video(video, from: nil)
    }
  }

  mutating func recordActivity(at now: HostTime) {
    switch self {
    case .list(var list):
      list.recordActivity(at: now)
      self = .list(list)
    case .video(var video, let list):
      video.recordActivity(at: now)
      self = .video(video, from: list)
    }
  }

  /// Advances animations before a finger's region is looked up.
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
      // A key has left the gallery while a finger held it: release it there.
      list?.release(gesture, at: now)
      self = .video(video, from: list)
      return overVideo(context.status, at: now) { $0.receive(gesture, &context, at: now) }
    }
  }

  /// Records a command of the program or the operator.
  mutating func record(_ command: Command, at now: HostTime) {
    switch command {
    case .play, .toggle, .next, .previous, .jump, .edit(.replace), .edit(.begin),
      .edit(.replaceQueue):
      // A visitor's own choice is already shown.
      if place != .chosen || list != nil { changeList { $0.awaitsVideo = true } }
    // Nothing plays behind the gallery, so playback after an edit is what the operator intends.
    case .edit(.append), .edit(.insert), .edit(.loop), .edit(.reload), .edit(.visit):
      if list != nil { changeList { $0.awaitsVideo = true } }
    case .stop:
      guard case .video(_, from: var list?) = self else { return }
      list.endGrowth()
      list.recordActivity(at: now)
      self = .list(list)
    default: break
    }
  }

  /// Shows requested content once it plays, instead of the gallery or the attract loop.
  private mutating func showAwaited(
    after before: PlaybackStatus, _ context: ScreenContext, at now: HostTime
  ) {
    let status = context.status
    guard status.phase.isActive, !before.phase.isActive || status.entry != before.entry,
      var list = listAnywhere, list.awaitsVideo
    else { return }
    list.endOnPage(at: now)
    var video = VideoScreen(stay: context.options.controlsTimeout)
    if list.awaitsControls { video.visibility.show(at: now) }
    list.pauseAttract()
    list.endWatching()
    (list.awaitsVideo, list.awaitsControls) = (false, false)
    self = .video(video, from: list)
  }

  /// Sets whether the controls appear with the requested content.
  mutating func awaitControls(_ isShown: Bool) {
    guard place != .chosen else { return }
    changeList { $0.awaitsControls = isShown && $0.awaitsVideo }
  }

  /// The gallery, even if it is behind a video.
  var listAnywhere: ListScreen? {
    switch self {
    case .list(let list): list
    case .video(_, let list): list
    }
  }

  /// Receives the player's status; `before` is the previous one.
  mutating func receiveStatus(
    after before: PlaybackStatus, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    showAwaited(after: before, context, at: now)
    let status = context.status
    changeList { $0.recordEntry(status) }
    guard let list else {
      changeList { $0.recordProgress(status) }
      endGrowth(status)
      return overVideo(status, at: now) { $0.receiveStatus(after: before, context, at: now) }
    }
    guard list.playsOnPage else { return [] }
    changeList { $0.recordProgress(status) }
    if before.phase.isActive, !status.phase.isActive {
      changeList { $0.endOnPage(at: now) }
      return status.phase.isOver ? [.leave] : []
    }
    if list.isReplaced(in: status) { showReplacement(context, at: now) }
    return []
  }

  /// Something other than the visitor's film plays now.
  private mutating func showReplacement(_ context: ScreenContext, at now: HostTime) {
    guard case .list(var list) = self else { return }
    list.endOnPage(at: now)
    list.pauseAttract()
    list.endWatching()
    self = .video(VideoScreen(stay: context.options.controlsTimeout), from: list)
  }

  /// The film has reached the whole display.
  private mutating func endGrowth(_ status: PlaybackStatus) {
    guard let video, video.isGrowing, status.area == nil, !status.isWaiting else { return }
    endGrowth()
  }

  private mutating func endGrowth() {
    changeVideo { $0.isGrowing = false }
    changeList { $0.endGrowth() }
  }

  /// The place on the display for a film that plays on a page; nil for the whole display.
  var filmPlace: Rect? { list?.filmPlace }

  /// Shows the film on a page once it is there.
  mutating func updateFilm(_ context: ScreenContext, area: PixelRect?, at now: HostTime) {
    guard list?.playsOnPage ?? false else { return }
    changeList { $0.updateFilm(context, area: area, at: now) }
  }

  mutating func timePassed(_ now: HostTime, _ context: ScreenContext) -> [InterfaceRequest] {
    switch self {
    case .list(var list):
      if list.hasLeftPage {
        list.endOnPage(at: now)
        self = .list(list)
        return [.leave]
      }
      let isAttracting = list.timePassed(now)
      if isAttracting {
        // An earlier request led nowhere, and the visitor who had chosen a category has left.
        (list.awaitsVideo, list.awaitsControls) = (false, false)
        list.visitorLeft()
      }
      let stay = context.options.controlsTimeout
      self =
        isAttracting
        ? .video(VideoScreen(stay: stay, isAttracting: true), from: list) : .list(list)
      return isAttracting ? [.attract] : []
    case .video(var video, let list):
      video.timePassed(now, context.status)
      self = .video(video, from: list)
      // The page has no spinner, and its buttons have no effect any longer.
      if video.isGrowing, video.isSpinning(at: now) { endGrowth() }
      guard video.opening?.isOver(at: now) ?? false else { return [] }
      return overVideo(context.status, at: now) { $0.leave(context) }
    }
  }

  // Transitions.

  mutating func follow(
    _ outcomes: [Catalogue.Outcome], from list: ListScreen, _ context: ScreenContext
  ) -> [InterfaceRequest] {
    var list = list
    self = .list(list)
    return outcomes.flatMap { outcome -> [InterfaceRequest] in
      switch outcome {
      case .play where list.playsOnPage:
        list.growFilm()
        self = .video(
          VideoScreen(stay: context.options.controlsTimeout, isGrowing: true), from: list)
        return []
      case .playOnPage(let entry):
        let position = list.watch(entry, context.status)
        (list.awaitsVideo, list.awaitsControls) = (false, false)
        list.beginOnPage()
        self = .list(list)
        return [.open(entry)] + (position.map { [.perform(.seek(.init(to: $0)))] } ?? [])
      case .perform(let command): return [.perform(command)]
      case .play(let entry):
        let position = list.watch(entry, context.status)
        list.pauseAttract()
        (list.awaitsVideo, list.awaitsControls) = (false, false)
        // A new screen, without the state of the previous video.
        self = .video(VideoScreen(stay: context.options.controlsTimeout), from: list)
        return [.open(entry)] + (position.map { [.perform(.seek(.init(to: $0)))] } ?? [])
      case .language(let language): return [.language(language)]
      }
    }
  }

  /// Calls `answer` with the video screen; returns to the gallery if that leaves. A film that was
  /// chosen on its page continues there.
  mutating func overVideo(
    _ status: PlaybackStatus, at now: HostTime,
    _ answer: (inout VideoScreen) -> [InterfaceRequest]
  ) -> [InterfaceRequest] {
    guard case .video(var video, let list) = self else { return [] }
    let requests = answer(&video)
    self = .video(video, from: list)
    guard requests.contains(.leave), var list else { return requests }
    let staysOnPage = !video.isAttracting && list.hasPage(of: status)
    if staysOnPage { list.beginOnPage() } else { list.endGrowth() }
    list.recordActivity(at: now)
    self = .list(list)
    return staysOnPage ? requests.filter { $0 != .leave } : requests
  }
}

extension Screen {
  /// Scrolls the gallery, a page or a menu, or sets the volume.
  mutating func turnWheel(
    _ notches: Int, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    switch self {
    case .list(var list):
      list.scroll(by: notches, at: now)
      self = .list(list)
      return []
    case .video(let video, _) where video.isAttracting:
      return overVideo(context.status, at: now) { $0.leave(context) }
    case .video(var video, let list):
      if video.menu != nil {
        video.scrollMenu(by: notches, context.layout)
        self = .video(video, from: list)
        return []
      }
      guard context.allows(.volume) else { return [] }
      let step = Double(min(max(notches, -5), 5)) * VolumeIndicator.step
      return context.changeVolume(by: step, at: now)
    }
  }
}

/// Keys: for the volume, a message, or the current screen.
extension Screen {
  /// Actions that repeat while the key is held.
  private static let repeating: Set<KeyAction> = [
    .left, .right, .up, .down, .seekForward, .seekBackward, .volumeUp, .volumeDown,
  ]

  mutating func receive(
    _ press: KeyPress, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    changeVideo { $0.record(press) }
    if video?.isAttracting ?? false {
      return press.kind == .pressed ? overVideo(context.status, at: now) { $0.leave(context) } : []
    }
    if press.kind == .pressed, context.message.isShown, [.ok, .back].contains(press.action) {
      context.message.appearance.hide(at: now)
      return []
    }
    switch press.kind {
    case .pressed: return act(press, count: 0, &context, at: now)
    case .repeated(let count) where Self.repeating.contains(press.action):
      return act(press, count: count, &context, at: now)
    case .held where press.action == .ok:
      return overVideo(context.status, at: now) { $0.holdOK(context, at: now) }
    case .repeated, .held, .released: return []
    }
  }

  private mutating func act(
    _ press: KeyPress, count: Int, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    if let requests = context.volumeKey(press.action, at: now) { return requests }
    guard case .list(var list) = self else {
      return overVideo(context.status, at: now) {
        $0.act(press.action, count: count, &context, at: now)
      }
    }
    let outcomes = list.receive(press, at: now)
    return follow(outcomes, from: list, context)
  }
}
