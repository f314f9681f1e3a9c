package import VitrinePictures
package import VitrinePlaylists
package import VitrineTiming

/// A command from a visitor, a client or a schedule. Positions are relative to the item's
/// beginning.
package enum Command: Hashable, Sendable {
  case play, pause, toggle
  /// Closes everything; `play` restarts.
  case stop
  case seek(PlaybackState.Seek)
  case skip(by: MediaTime)
  case next, previous
  case jump(to: Queue.Entry.ID)
  case beginScrubbing, scrub(to: MediaTime), endScrubbing
  /// Steps one picture forward or back; pauses first.
  case step(forward: Bool)
  /// 0.25 to 4, with unchanged pitch.
  case setRate(Double)
  /// 0 to 1.
  case setVolume(Double)
  case setMuted(Bool)
  /// A track index applies to the current item, its language to later items.
  case select(TrackInfo.Kind, TrackSelection)
  /// Sets all track choices at once.
  case choose(TrackChoices)
  case setSubtitleDelay(MediaTime)
  /// 0.25 to 4.
  case setSubtitleScale(Double)
  case setSubtitleStyle(SubtitleStyle)
  /// Sets one property to a value in words; ignored if the value is invalid.
  case setSubtitleProperty(SubtitleStyle.Property, String)
  /// Shows or hides the sign-language videos of items.
  case setSignLanguage(Bool)
  case setFit(Fit)
  case setRotation(Rotation)
  /// Shows pictures in a part of the upright display, in its pixels; nil uses all of it.
  case setArea(PixelRect?)
  /// Selects the rendition of adaptive streams, now and later.
  case setQuality(VariantPolicy.Preference)
  case edit(QueueEdit)
  /// Changes how an entry is presented; nil means the current item.
  case update(ItemUpdate, of: Queue.Entry.ID?)
  /// Turns the display on or off.
  case power(PowerRequest)
  /// Sets the display's brightness.
  case setBrightness(Brightness)
}

/// A change of the queue.
package enum QueueEdit: Hashable, Sendable {
  case append([Item])
  case insert(Item, at: Int)
  /// Inserts items after the current one.
  case insertNext([Item])
  case remove(Queue.Entry.ID)
  /// Removes all other entries.
  case keep(Queue.Entry.ID)
  case move(Queue.Entry.ID, to: Int)
  case replace([Item])
  /// Like `replace`, but the current item plays to its end, even if it is no longer in the queue.
  case reload([Item])
  /// Like `replace`, but the first item plays at once.
  case begin([Item])
  /// Replaces the queue and plays at once, from this entry or the beginning.
  case replaceQueue(Queue, from: Queue.Entry.ID?)
  /// Like `replace`, or `reload` if patient, for a visitor: with its own loop mode, until the queue
  /// is replaced otherwise.
  case visit([Item], loop: Queue.Loop, isPatient: Bool = false)
  /// The paths refer to other files from now on: the current item plays to its end, a prepared item
  /// is reopened, and errors are reported again.
  case renew
  case clear
  case loop(Queue.Loop)
  /// Nil plays in list order.
  case shuffle(seed: UInt64?)

  package static func append(_ item: Item) -> QueueEdit { .append([item]) }

  /// Whether the current item may continue if it is no longer in the queue.
  var isPatient: Bool {
    switch self {
    case .reload, .renew, .loop, .shuffle, .visit(_, loop: _, isPatient: true): true
    default: false
    }
  }

  package func apply(to queue: inout Queue) {
    switch self {
    case .append(let items): queue.append(items)
    case .insert(let item, let index): queue.insert(item, at: index)
    case .insertNext(let items): queue.insertNext(items)
    case .remove(let id): queue.remove(id)
    case .keep(let id): queue.keep(id)
    case .move(let id, let index): queue.move(id, to: index)
    case .replace(let items), .reload(let items): queue.replace(with: items)
    case .begin(let items):
      queue.clear()
      queue.append(items)
    case .replaceQueue(let other, let first): queue.replace(with: other, from: first)
    case .visit(let items, let loop, _): queue.visit(items, loop: loop)
    case .renew: break
    case .clear: queue.clear()
    case .loop(let loop): queue.loop = loop
    case .shuffle(let seed): queue.shuffle(seed: seed)
    }
  }
}

extension PlaybackState {
  /// Performs a command. `position` is the current position in the item, `picture` that of the
  /// picture on screen, `tracks` the item's known tracks; `window` is the seekable range of a live
  /// stream.
  package mutating func perform(
    _ command: Command, position: MediaTime, picture: MediaTime, tracks: [TrackInfo] = [],
    window: ClosedRange<MediaTime>? = nil
  ) -> [Effect] {
    switch command {
    case .play: play()
    case .pause: pause()
    case .toggle: toggle()
    case .stop: stop()
    case .seek(let order): seek(order.within(window))
    case .skip(let amount): skip(by: amount, from: position, within: window)
    case .next: goToNext()
    // The position in a live stream's window does not say how long it has played.
    case .previous: goToPrevious(from: window == nil ? position : .zero)
    case .jump(let entry): jump(to: entry)
    case .beginScrubbing: beginScrubbing()
    case .scrub(let target): scrub(to: target.within(window))
    case .endScrubbing: endScrubbing()
    case .step(forward: true): step()
    // The previous picture ends where this one starts.
    case .step(forward: false): pause() + seek(Seek(to: picture - MediaTime(2, 1000)))
    case .setRate(let rate): setRate(rate)
    case .setVolume(let volume): setVolume(volume)
    case .setMuted(let wanted): setMuted(wanted)
    case .select(let kind, let selection): select(kind, selection, of: tracks, at: position)
    case .choose(let choices):
      style { $0 = choices.subtitleStyle } + chooseTracks(choices, at: position)
    case .setSubtitleDelay(let delay): choose(at: position) { $0.choices.subtitleDelay = delay }
    case .setSubtitleScale(let scale): style { $0.setScale(scale) }
    case .setSubtitleStyle(let style): self.style { $0 = style }
    case .setSubtitleProperty(let property, let word):
      style { _ = $0.set(property, to: word) }
    case .setSignLanguage(let isShown): setSignLanguage(isShown, at: position)
    case .setFit(let fit): setFit(fit, at: position)
    case .setRotation(let wanted): setRotation(wanted, at: position)
    case .setArea(let wanted): setArea(wanted, at: position)
    case .setQuality(let preference): setQuality(preference)
    case .edit(let change):
      edit(leaving: !change.isPatient, isRenewal: change == .renew, change.apply(to:))
    case .update(let change, let entry): update(change, of: entry)
    case .power(let order): perform(order)
    case .setBrightness(let brightness): setBrightness(brightness)
    }
  }

  /// Changes the appearance of subtitles, which needs no other pictures.
  private mutating func style(_ change: (inout SubtitleStyle) -> Void) -> [Effect] {
    let before = intention.choices.subtitleStyle
    change(&intention.choices.subtitleStyle)
    let style = intention.choices.subtitleStyle
    return style == before
      ? [] : [.choose(intention.choices(in: currentEntry)), .setSubtitleStyle(style)]
  }

  private mutating func chooseTracks(
    _ choices: TrackChoices, at position: MediaTime
  ) -> [Effect] {
    let before = intention
    intention.choose(choices)
    return intention == before
      ? [] : [.choose(intention.choices(in: currentEntry))] + refresh(at: position)
  }

  private mutating func choose(
    at position: MediaTime, _ change: (inout Intention) -> Void
  ) -> [Effect] {
    change(&intention)
    return [.choose(intention.choices(in: currentEntry))] + refresh(at: position)
  }

  private mutating func select(
    _ kind: TrackInfo.Kind, _ selection: TrackSelection, of tracks: [TrackInfo],
    at position: MediaTime
  ) -> [Effect] {
    let entry = currentEntry
    return choose(at: position) { $0.select(kind, selection, of: tracks, in: entry) }
  }

  private mutating func setSignLanguage(
    _ isShown: Bool, at position: MediaTime
  ) -> [Effect] {
    guard isShown != intention.choices.showsSignLanguage else { return [] }
    return choose(at: position) { $0.choices.showsSignLanguage = isShown }
  }

  private mutating func setFit(_ wanted: Fit, at position: MediaTime) -> [Effect] {
    guard wanted != intention.fit else { return [] }
    intention.fit = wanted
    return [.setFit(wanted)] + refresh(at: position)
  }

  private mutating func setRotation(
    _ wanted: Rotation, at position: MediaTime
  ) -> [Effect] {
    guard wanted != intention.rotation else { return [] }
    intention.rotation = wanted
    return [.setRotation(wanted)] + refresh(at: position)
  }

  private mutating func setArea(_ wanted: PixelRect?, at position: MediaTime) -> [Effect] {
    guard wanted != intention.area else { return [] }
    intention.area = wanted
    return [.setArea(wanted)] + refresh(at: position)
  }
}

extension PlaybackState.Seek {
  /// The nearest target within the seekable range.
  func within(_ window: ClosedRange<MediaTime>?) -> Self { Self(to: target.within(window), mode) }
}

extension MediaTime {
  fileprivate func within(_ window: ClosedRange<MediaTime>?) -> MediaTime {
    window.map { min(max(self, $0.lowerBound), $0.upperBound) } ?? self
  }
}
