public import VitrinePictures
internal import VitrineScenes

// Positions on the display.
extension Catalogue {
  var place: Double { motion.place }
  var rowPlace: Double { motion.rowPlace }

  /// The region at `point`, at the latest time passed in.
  public func region(at point: Point) -> Region {
    guard layout.size.contains(point) else { return .background }
    let point = isMirrored ? Point(layout.size.width - point.x, point.y) : point
    if let top = layout.chipsTop(at: place), point.y < top + layout.pixels(44) {
      let isOnChips = point.y >= top - layout.pixels(4)
      let index = isOnChips ? chips.index(at: point.x + rowPlace) : nil
      return index.map(Region.category) ?? .background
    }
    let position = layout.position(at: Point(point.x, point.y + place))
    return position.map { .card(contents[$0].id) } ?? .background
  }

  /// The cards that are at least partly visible, including those behind the chips.
  var visible: Range<Int> {
    layout.positions(from: place, to: place + layout.size.height)
  }

  /// The ids of entries without a poster that are in view or at most one screen away, nearest
  /// first.
  public func wantedPosters() -> [Int] {
    let height = layout.size.height
    let middle = place + height / 2
    func distance(_ position: Int) -> Double {
      max(0, abs(layout.frame(of: position).center.y - middle) - height / 2)
    }
    return layout.positions(from: place - height, to: place + 2 * height)
      .filter { contents[$0].poster == nil }
      .map { (position: $0, distance: distance($0)) }
      .sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }
      .map { contents[$0.position].id }
  }
}
