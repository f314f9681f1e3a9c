public import Gestures
import Pictures
internal import Playback
public import Timing

extension Interface {
  /// All fingers of a touchscreen at one moment, in pixels of the upright display.
  public mutating func receive(_ frame: TouchFrame) -> [InterfaceRequest] {
    if isListShown { catalogue.advance(to: frame.time) }
    let hits = self
    let gestures = recogniser.feed(frame) { place, sequence in
      hits.region(at: place, sequence: sequence)
    }
    if !gestures.isEmpty { noteActivity(at: frame.time) }
    return gestures.flatMap { receive($0, at: frame.time) }
  }

  /// A touchscreen has gone, and its fingers with it.
  public mutating func loseTouches(at now: HostTime) -> [InterfaceRequest] {
    recogniser.cancel(at: now).flatMap { receive($0, at: now) }
  }

  mutating func noteActivity(at now: HostTime) {
    attract.activity(at: now)
    visibility.keep(at: now)
  }

  /// What lies at a place. A tap that follows another stays with it, although a button has
  /// appeared below it meanwhile.
  func region(at place: Point, sequence: Region?) -> Region {
    if isListShown { return .catalogue(catalogue.region(at: place)) }
    let layout = layout
    let third = layout.third(of: place)
    if menu == nil, sequence == .picture(third) { return .picture(third) }
    if message.fade.isShown, layout.message.contains(place) { return .message }
    if let menu { return region(at: place, in: menu) }
    guard visibility.isShown else { return .picture(third) }
    if let control = layout.control(at: place) { return .control(control) }
    return .picture(third)
  }

  private func region(at place: Point, in menu: TrackMenu) -> Region {
    guard layout.menu.contains(place) else { return .outside }
    let row = ((place.y - layout.menuTop + menu.offset) / layout.rowHeight).rounded(.down)
    guard row >= 0, row < Double(menu.rows.count) else { return .backdrop }
    return .row(Int(row))
  }

  mutating func receive(_ gesture: Gesture<Region>, at now: HostTime) -> [InterfaceRequest] {
    if isAttracting { return endAttracting(gesture, at: now) }
    if isListShown { return receiveInList(gesture, at: now) }
    (focus, isMenuByKey) = (nil, false)
    switch gesture {
    case .pressed(_, let region):
      pressed = region
      return []
    case .released:
      pressed = nil
      return []
    case .tap(let place, let region, let count):
      pressed = nil
      return tap(region, at: place, count: count, now)
    case .tapsEnded(let region, let count):
      endTaps(region, count: count, now)
      return []
    case .longPress(_, .picture):
      openMenu(at: now)
      return []
    case .longPress: return []
    case .twoFingerTap: return togglePlaying(at: now)
    case .dragBegan(let drag):
      pressed = nil
      return begin(drag, at: now)
    case .dragMoved(let drag): return move(drag, at: now)
    case .dragEnded(let drag): return end(drag, isCancelled: false, at: now)
    case .dragCancelled(let drag): return end(drag, isCancelled: true, at: now)
    }
  }

  /// Whatever is touched, passers-by become guests.
  private mutating func endAttracting(
    _ gesture: Gesture<Region>, at now: HostTime
  ) -> [InterfaceRequest] {
    switch gesture {
    case .tap, .dragEnded, .longPress, .twoFingerTap: return leave(at: now)
    default: return []
    }
  }

  private mutating func receiveInList(
    _ gesture: Gesture<Region>, at now: HostTime
  ) -> [InterfaceRequest] {
    guard let inList = gesture.inCatalogue else { return [] }
    return catalogue.receive(inList, at: now).flatMap { outcome in
      switch outcome {
      case .play(let entry): open(entry, at: now)
      }
    }
  }

  // Taps.

  private mutating func tap(
    _ region: Region, at place: Point, count: Int, _ now: HostTime
  ) -> [InterfaceRequest] {
    switch region {
    case .picture(let third): return tapPicture(third, count: count, now)
    case .control(let control): return activate(control, at: place, now)
    case .row(let row): return choose(row: row, at: now)
    case .outside: menu = nil
    case .message: message.hide(at: now)
    case .backdrop, .catalogue: break
    }
    return []
  }

  private mutating func tapPicture(
    _ third: Region.Third, count: Int, _ now: HostTime
  ) -> [InterfaceRequest] {
    if count == 1 {
      wasShown = visibility.isShown
      if !wasShown { visibility.show(at: now) }
      return []
    }
    switch third {
    case .middle: return count.isMultiple(of: 2) ? togglePlaying(at: now) : []
    case .left, .right:
      // Who skips does not want the bars that the first of the taps has brought.
      if !wasShown, !isPaused { visibility.hide(at: now) }
      return skip(Self.skipSeconds, isForward: third == .right, at: now)
    }
  }

  /// Whether another tap would have followed is known only now.
  private mutating func endTaps(_ region: Region, count: Int, _ now: HostTime) {
    guard case .picture = region, count == 1, wasShown, !isHeld else { return }
    visibility.hide(at: now)
  }

  /// What a tap on a control does, or OK while it has the focus.
  mutating func activate(
    _ control: Control, at place: Point?, _ now: HostTime
  ) -> [InterfaceRequest] {
    visibility.show(at: now)
    switch control {
    case .back: return leave(at: now)
    case .playPause: return togglePlaying(at: now)
    case .tracks: openMenu(at: now)
    case .rotate: return rotate()
    case .slider:
      guard let place, let duration = status.duration else { return [] }
      let target = Scrubbing.time(atShare: layout.share(of: place), of: duration)
      return [.perform(.seek(.init(to: target)))]
    }
    return []
  }

  // Drags.

  private mutating func begin(_ drag: Drag<Region>, at now: HostTime) -> [InterfaceRequest] {
    switch (drag.region, drag.axis) {
    case (.control(.slider), _): return beginScrubbing(drag, isFine: false, at: now)
    case (.picture, .horizontal): return beginScrubbing(drag, isFine: true, at: now)
    case (.picture, .vertical) where layout.isVolumeEdge(drag.start):
      volume.origin = status.isMuted ? 0 : status.volume
      volume.show(at: now)
      return move(drag, at: now)
    case (.row, .vertical), (.backdrop, .vertical):
      let offset = menu?.offset
      menu?.dragOrigin = offset
    default: break
    }
    return []
  }

  private mutating func beginScrubbing(
    _ drag: Drag<Region>, isFine: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    guard let duration = status.duration, duration > .zero, status.entry != nil else { return [] }
    scrubbing = Scrubbing(from: status.position, duration: duration, isFine: isFine)
    visibility.show(at: now)
    return [.perform(.beginScrubbing)] + move(drag, at: now)
  }

  private mutating func move(_ drag: Drag<Region>, at now: HostTime) -> [InterfaceRequest] {
    if scrubbing != nil { return moveScrubbing(drag) }
    if let origin = volume.origin {
      let level = origin - drag.distance.y / (layout.screen.height * 0.6)
      volume.show(at: now)
      return set(volume: level)
    }
    if let origin = menu?.dragOrigin {
      let range = layout.menuRange(rows: menu?.rows.count ?? 0)
      menu?.offset = min(max(origin - drag.distance.y, 0), range)
    }
    return []
  }

  private mutating func moveScrubbing(_ drag: Drag<Region>) -> [InterfaceRequest] {
    let (before, layout) = (scrubbing?.target, layout)
    if scrubbing?.isFine == true {
      scrubbing?.move(byWidths: drag.distance.x / layout.screen.width)
    } else {
      scrubbing?.move(toShare: layout.share(of: drag.latest))
    }
    guard let target = scrubbing?.target, target != before || before == scrubbing?.origin else {
      return []
    }
    return [.perform(.scrub(to: target)), .thumbnail(target)]
  }

  private mutating func end(
    _ drag: Drag<Region>, isCancelled: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    if let scrubbing {
      self.scrubbing = nil
      visibility.show(at: now)
      // One that was not meant goes back to where it began.
      let home: [InterfaceRequest] = isCancelled ? [.perform(.scrub(to: scrubbing.origin))] : []
      return home + [.perform(.endScrubbing)]
    }
    if let origin = volume.origin {
      volume.origin = nil
      volume.show(at: now)
      return isCancelled ? set(volume: origin) : []
    }
    if menu?.dragOrigin != nil {
      menu?.dragOrigin = nil
      return []
    }
    return isCancelled ? [] : swipe(drag, at: now)
  }

  /// Down, far or fast enough: back to the list.
  private mutating func swipe(_ drag: Drag<Region>, at now: HostTime) -> [InterfaceRequest] {
    guard case .picture = drag.region, drag.axis == .vertical,
      !layout.isVolumeEdge(drag.start)
    else { return [] }
    let isFar = drag.distance.y > layout.screen.height * 0.25
    let isFast = drag.velocity.y > metrics.points(700) && drag.distance.y > metrics.points(60)
    return isFar || isFast ? leave(at: now) : []
  }
}

extension Gesture where Region == Overlay.Region {
  /// The same as the list sees it; nil for what was on something else.
  var inCatalogue: Gesture<Catalogue.Region>? {
    switch self {
    case .pressed(let place, let region): region.inCatalogue.map { .pressed(place, $0) }
    case .released: .released
    case .tap(let place, let region, let count):
      region.inCatalogue.map { .tap(place, $0, count: count) }
    case .tapsEnded(let region, let count):
      region.inCatalogue.map { .tapsEnded($0, count: count) }
    case .longPress(let place, let region): region.inCatalogue.map { .longPress(place, $0) }
    case .dragBegan(let drag): drag.inCatalogue.map { .dragBegan($0) }
    case .dragMoved(let drag): drag.inCatalogue.map { .dragMoved($0) }
    case .dragEnded(let drag): drag.inCatalogue.map { .dragEnded($0) }
    case .dragCancelled(let drag): drag.inCatalogue.map { .dragCancelled($0) }
    case .twoFingerTap(let place): .twoFingerTap(place)
    }
  }
}

extension Drag where Region == Overlay.Region {
  fileprivate var inCatalogue: Drag<Catalogue.Region>? {
    region.inCatalogue.map { Drag<Catalogue.Region>($0, self) }
  }
}

extension Drag where Region == Catalogue.Region {
  fileprivate init(_ region: Region, _ drag: Drag<Overlay.Region>) {
    self.init(
      region, drag.axis == .horizontal ? .horizontal : .vertical, from: drag.start,
      to: drag.latest, velocity: drag.velocity)
  }
}

extension Overlay.Region {
  fileprivate var inCatalogue: Catalogue.Region? {
    if case .catalogue(let region) = self { region } else { nil }
  }
}
