import VitrineGestures
import VitrinePictures
internal import VitrineScenes
import VitrineTiming

// The page of an entry above the gallery.
extension Catalogue {
  /// Opens the page of an entry, or plays the entry at once: in a list without descriptions, a
  /// page would have little to say.
  mutating func open(_ position: Int) -> [Outcome] {
    let entry = contents[position]
    guard contents.hasDescriptions, theme.shows(.detailPage) else { return [.play(entry.id)] }
    showPage(of: entry)
    return []
  }

  mutating func showPage(of entry: CatalogueEntry) {
    // The page takes all further gestures.
    motion.cancel()
    if page?.entry.id == entry.id {
      page?.open(at: motion.now)
    } else {
      page = EntryPage(
        entry, wording, in: layout, isMoving: !theme.reducesMotion, at: motion.now)
    }
  }

  mutating func receivePagePicture(_ picture: PictureID, of id: Int) {
    if page?.entry.id == id { page?.picture = picture }
  }

  /// Records how far the visitor has watched an entry; nil for its start or end.
  mutating func setWatched(_ value: CatalogueEntry.Watched?, id: Int) {
    let wasBegun = watched(id) != nil
    contents.setWatched(value, id: id)
    // Only the button of the page depends on it.
    if wasBegun != (watched(id) != nil) { updatePage() }
  }

  /// How far the visitor has watched an entry.
  func watched(_ id: Int) -> CatalogueEntry.Watched? { contents.entry(id: id)?.watched }

  /// Removes the page of an entry that is gone, and adapts it to other texts.
  mutating func updatePage() {
    guard let page else { return }
    guard let entry = contents.entry(id: page.entry.id), theme.shows(.detailPage) else {
      return self.page = nil
    }
    let (wording, layout, now) = (wording, layout, motion.now)
    self.page?.update(entry, wording, in: layout, at: now)
  }

  /// The page that takes gestures and keys: one that closes does not.
  var openPage: EntryPage? { page.flatMap { $0.isClosing ? nil : $0 } }

  /// The place for a film on the open page, on the display.
  var filmPlace: Rect? {
    openPage.map { page in
      let (place, screen) = (page.layout.poster, page.layout.screen)
      return isMirrored ? place.moved(screen.width - place.right - place.x, 0) : place
    }
  }

  /// Sets the state of the film on the page; nil without one.
  mutating func setFilm(_ film: EntryPage.Film?) { page?.film = film }

  /// Whether the film on the page is visible.
  var showsFilm: Bool { page?.showsFilm(at: motion.now) ?? false }

  /// Handles a gesture on the page; nil if there is none.
  mutating func receiveOnPage(_ gesture: Gesture<Region>) -> [Outcome]? {
    guard openPage != nil else { return nil }
    switch gesture {
    case .pressed(_, let region) where region.isOnPage: motion.press(region, layout)
    case .released: motion.release()
    case .tap(_, let region, _) where region.isOnPage,
      .longPress(_, let region) where region.isOnPage:
      guard motion.endPress(layout) else { return [] }
      motion.flash(region)
      return page?.tap(region, at: motion.now)
    case .dragBegan(let drag):
      motion.release()
      if drag.axis == .vertical { page?.beginDrag(drag.distance.y, at: motion.now) }
    case .dragMoved(let drag): page?.drag(drag.distance.y)
    case .dragEnded(let drag):
      page?.drag(drag.distance.y)
      page?.endDrag(velocity: drag.velocity.y, at: motion.now)
    case .dragCancelled: page?.cancelDrag(at: motion.now)
    default: break
    }
    return []
  }

  /// Handles a key on the page; nil if there is none.
  mutating func receiveOnPage(_ action: KeyAction, isRepeated: Bool) -> [Outcome]? {
    guard openPage != nil else { return nil }
    let (wasVisible, key) = (isFocusVisible, forwards(action))
    isFocusVisible = true
    return page?.receive(key, isRepeated: isRepeated, showsFocus: wasVisible, at: motion.now)
  }

  /// Scrolls the gallery, or the description on the page, by the notches of a wheel.
  mutating func scroll(by notches: Int, at time: HostTime) {
    advance(to: time)
    let distance = -Double(min(max(notches, -20), 20)) * layout.pixels(90)
    if openPage != nil {
      page?.scroll(by: distance, at: motion.now)
    } else {
      motion.glide(to: motion.list.destination(at: motion.now) + distance)
    }
  }

  /// The page's drawings, above those of the gallery.
  var pageDrawings: [Drawing] {
    guard let page else { return [] }
    var card = layout.frame(of: contents.position(ofID: page.entry.id) ?? 0).moved(0, -place)
    card.height = layout.posterHeight
    return EntryPageDrawings(page: page, card: card, catalogue: self).all
  }
}

extension Catalogue.Region {
  fileprivate var isOnPage: Bool { [.page, .pagePlay, .pagePoster, .pageBack].contains(self) }
}
