import VitrineGestures
import VitrinePictures
internal import VitrinePlayback
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
    page = EntryPage(entry.id, pageLayout(of: entry), at: motion.now)
  }

  mutating func receivePagePicture(_ picture: PictureID, of id: Int) {
    if page?.id == id { page?.picture = picture }
  }

  mutating func closePage() { page?.close(at: motion.now) }

  /// Removes the page of an entry that is gone, and adapts it to other texts.
  mutating func updatePage() {
    guard let id = page?.id else { return }
    guard let entry = contents.entry(id: id), theme.shows(.detailPage) else { return page = nil }
    let page = pageLayout(of: entry)
    self.page?.use(page, at: motion.now)
  }

  func pageLayout(of entry: CatalogueEntry) -> EntryPageLayout {
    EntryPageLayout(entry, facts: facts(of: entry), play: wording.play, layout)
  }

  /// The duration, the year, the languages and the categories.
  private func facts(of entry: CatalogueEntry) -> String {
    let duration = entry.duration.flatMap { $0.seconds >= 1 ? timeText($0, nil) : nil }
    let languages = entry.languages.compactMap { LanguageCode($0)?.nativeName }
      .joined(separator: ", ")
    let categories = entry.categories.prefix(3).joined(separator: ", ")
    return [duration, entry.year.map(String.init), languages, categories].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The page's drawings, above those of the gallery.
  func pageDrawings() -> [Drawing] {
    guard let page, let entry = contents.entry(id: page.id) else { return [] }
    var card = layout.frame(of: contents.position(ofID: page.id) ?? 0).moved(0, -place)
    card.height = layout.posterHeight
    return EntryPageDrawings(
      entry: entry, page: page, layout: pageLayout(of: entry), card: card,
      facts: facts(of: entry), catalogue: self
    ).all
  }

  /// The region of the page at a point; the whole page covers the gallery.
  func pageRegion(at point: Point) -> Region? {
    guard let page, !page.isClosing, let entry = contents.entry(id: page.id) else { return nil }
    let (page_, slack) = (pageLayout(of: entry), layout.pixels(6))
    if page_.back.inset(-slack, -slack).contains(point) { return .pageBack }
    let plays = page_.play.inset(-slack, -slack).contains(point) || page_.poster.contains(point)
    return plays ? .pagePlay : .page
  }

  /// Handles a gesture on the page; nil if there is none.
  mutating func receiveOnPage(_ gesture: Gesture<Region>) -> [Outcome]? {
    guard let page, !page.isClosing else { return nil }
    switch gesture {
    case .pressed(_, let region) where region.isOnPage: motion.press(region, layout)
    case .released: motion.release()
    case .tap(_, let region, _) where region.isOnPage,
      .longPress(_, let region) where region.isOnPage:
      guard motion.endPress(layout) else { return [] }
      motion.flash(region)
      if region == .pagePlay { return [.play(page.id)] }
      if region == .pageBack { closePage() }
    case .dragBegan(let drag):
      motion.release()
      guard drag.axis == .vertical else { break }
      self.page?.beginDrag(down: drag.distance.y > 0, at: motion.now)
      self.page?.drag(by: drag.distance.y, height: layout.size.height)
    case .dragMoved(let drag): self.page?.drag(by: drag.distance.y, height: layout.size.height)
    case .dragEnded(let drag):
      self.page?.drag(by: drag.distance.y, height: layout.size.height)
      self.page?.endDrag(velocity: drag.velocity.y, unit: layout.unit, at: motion.now)
    case .dragCancelled: self.page?.cancelDrag(at: motion.now)
    default: break
    }
    return []
  }

  /// Handles a key on the page; nil if there is none.
  mutating func receiveOnPage(_ action: KeyAction, isRepeated: Bool) -> [Outcome]? {
    guard let page, !page.isClosing else { return nil }
    let wasVisible = isFocusVisible
    isFocusVisible = true
    switch forwards(action) {
    case .ok, .play, .playPause:
      if isRepeated || !wasVisible { break }
      if page.focus == .play { return [.play(page.id)] }
      closePage()
    case .back, .info: if !isRepeated { closePage() }
    case .left: if wasVisible { self.page?.focus = .back }
    case .right: if wasVisible { self.page?.focus = .play }
    case .up, .down:
      let down = action == .down
      let (place, limit) = (page.scroll.destination(at: motion.now), page.scroll.limit)
      if down ? place < limit : place > 0 {
        self.page?.page(down: down, at: motion.now)
      } else if wasVisible {
        self.page?.focus = down ? .play : .back
      }
    default: break
    }
    return []
  }
}

extension Catalogue.Region {
  fileprivate var isOnPage: Bool { [.page, .pagePlay, .pageBack].contains(self) }
}
