internal import VitrineTiming

// Units of downloading.
extension HLSTimeline {
  /// A segment or a part of one.
  package struct Piece: Hashable, Sendable {
    /// For a part, it has the part's address and duration.
    package let segment: HLSSegment
    package let place: Place
  }

  /// Durations are rounded, and audio segments do not end exactly with video segments.
  private static let nothing = Duration.milliseconds(30)

  /// Returns the first piece of a segment; the whole segment if it is not new.
  package func piece(_ index: Int) -> Piece? {
    guard segments.indices.contains(index) else { return nil }
    let mayBePart = list.comesInParts || segments[index].isOpen
    return (mayBePart ? piece(index, part: 0) : nil) ?? whole(index)
  }

  private func whole(_ index: Int) -> Piece? {
    segments[index].isOpen ? nil : Piece(segment: segments[index], place: place(of: index))
  }

  private func piece(_ index: Int, part number: Int) -> Piece? {
    let segment = segments[index]
    guard segment.parts.indices.contains(number) else { return nil }
    let before = segment.parts[..<number].reduce(Duration.zero) { $0 + $1.duration }
    let part = segment.part(number, at: before)
    let isLast = !segment.isOpen && number == segment.parts.count - 1
    let start = start(of: index) + before
    return Piece(
      segment: part,
      place: Place(
        part, start: start, end: isLast ? end(of: index) : start + part.duration, isLast: isLast))
  }

  /// Returns the place up to which segments are missing, starting with a missing piece.
  package func gap(from piece: Piece) -> Place {
    guard piece.segment.inside == nil, let first = index(of: piece.place.sequence) else {
      return piece.place
    }
    let gaps = segments[first...].prefix { $0.isGap && !$0.isOpen }
    return place(of: max(first, gaps.endIndex - 1))
  }

  /// Returns the piece to start with for a time: at or before it. With `anywhere`, as for audio,
  /// any part is suitable.
  package func piece(at time: Duration, anywhere: Bool = false) -> Piece? {
    index(at: time).flatMap { latest($0, upTo: time - start(of: $0), anywhere: anywhere) }
  }

  /// Returns the latest suitable piece of a segment up to an offset.
  private func latest(_ index: Int, upTo offset: Duration, anywhere: Bool) -> Piece? {
    var found = piece(index)
    guard found?.segment.inside != nil else { return found }
    for number in segments[index].parts.indices.dropFirst() {
      guard let next = piece(index, part: number), let inside = next.segment.inside,
        inside.start <= offset + Self.nothing
      else { break }
      if anywhere || next.segment.beginsAlone { found = next }
    }
    return found
  }

  /// Returns the piece after a place of the same rendition; nil if it does not exist yet, or the
  /// list has ended. A piece that `joins` the previous one may start anywhere.
  package func piece(behind place: Place, joins: Bool, anywhere: Bool = false) -> Piece? {
    var next = piece(behind: place)
    while !joins, !anywhere, let found = next, !found.segment.beginsAlone {
      next = piece(behind: found.place)
    }
    return next
  }

  private func piece(behind place: Place) -> Piece? {
    if let part = place.part, let index = index(of: place.sequence) {
      if let next = piece(index, part: part + 1) { return next }
      if isInside(place) { return whole(index) }
    }
    return index(of: place.sequence.saturatingAdd(1)).flatMap(piece)
  }

  /// Whether more of its segment follows, or may follow.
  package func isInside(_ place: Place) -> Bool {
    guard let part = place.part, let index = index(of: place.sequence) else { return false }
    let segment = segments[index]
    if segment.isOpen || part + 1 < segment.parts.count { return true }
    // Servers drop the parts of older segments.
    return segment.parts.isEmpty && end(of: index) - place.end > Self.nothing
  }

  /// Returns the piece after a place of another rendition or row. With `repeats`, it may overlap
  /// the place.
  package func piece(following place: Place, repeats: Bool, anywhere: Bool = false) -> Piece? {
    guard let (index, offset) = holder(of: place) else {
      return index(following: place).flatMap(piece)
    }
    if repeats { return latest(index, upTo: offset, anywhere: anywhere) }
    for number in segments[index].parts.indices {
      guard let next = piece(index, part: number), let inside = next.segment.inside else { break }
      let isBehind = inside.start >= offset - Self.nothing
      if isBehind, anywhere || next.segment.beginsAlone { return next }
    }
    return segments[index].isOpen ? nil : piece(index + 1)
  }

  /// Returns the segment that contains the end of a place of another rendition, and the offset in
  /// it.
  func holder(of place: Place) -> (index: Int, offset: Duration)? {
    guard list.isLive, place.part != nil else { return nil }
    if let date = place.endDate, segments.first?.date != nil {
      let index = segments.lastIndex { ($0.date ?? .infinity) <= date }
      guard let index, let start = segments[index].date else { return nil }
      let offset = Duration.microseconds(Int64(saturating: (date - start) * 1e6))
      let isHeld = segments[index].isOpen || offset < segments[index].duration
      return isHeld ? (index, offset) : nil
    }
    return index(of: place.sequence).map { ($0, place.end - place.segmentStart) }
  }
}
