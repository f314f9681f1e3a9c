internal import VitrineAddresses
internal import VitrineTiming

/// The selection of one encoding in all periods of a presentation.
package struct DASHSelection: Hashable, Sendable {
  package var kind: DASHSet.Kind
  /// The index among the sets of its kind in the first period. `representation` is the index in the
  /// set.
  package var set: Int
  package var representation: Int

  package init(kind: DASHSet.Kind, set: Int, representation: Int) {
    self.kind = kind
    self.set = set
    self.representation = representation
  }
}

// An encoding's segments as an HLS playlist.
extension DASHPresentation {
  /// Returns the selected set of a period.
  private func set(_ selection: DASHSelection, in period: DASHPeriod) -> DASHSet? {
    let sets = period.sets.filter { $0.kind == selection.kind && !$0.representations.isEmpty }
    return sets.indices.contains(selection.set) ? sets[selection.set] : sets.first
  }

  /// Returns the selected encoding of the first period.
  private func wanted(_ selection: DASHSelection) -> DASHRepresentation? {
    guard let all = periods.first.flatMap({ set(selection, in: $0) })?.representations else {
      return nil
    }
    return all.indices.contains(selection.representation)
      ? all[selection.representation] : all.first
  }

  /// Returns the encoding of a period that is `wanted`, or otherwise the one with the most similar
  /// bandwidth.
  private func representation(
    _ selection: DASHSelection, like wanted: DASHRepresentation?, in period: DASHPeriod
  ) -> DASHRepresentation? {
    guard let all = set(selection, in: period)?.representations else { return nil }
    guard let wanted else { return all.first }
    return all.first { $0.name == wanted.name && $0.bandwidth == wanted.bandwidth }
      ?? all.min {
        ($0.bandwidth -| wanted.bandwidth).magnitude < ($1.bandwidth -| wanted.bandwidth).magnitude
      }
  }

  /// Returns all segments that are available at `now`, in seconds since 1970, and the files whose
  /// indexes list more. Does not build the segments: `DASHSegments.list` does.
  ///
  /// `start` is when the live presentation began, if the list continues an earlier one.
  package func segments(
    of selection: DASHSelection, at now: Double, goingOn start: Seconds? = nil
  ) throws(Fault) -> DASHSegments {
    // Numbers and dates stay the same when a live presentation ends, because players continue with
    // them.
    let origin = isLive ? availabilityStart : start
    let keepsNumbers = origin != nil
    let isLive = isRunning
    var pieces: [DASHSegments.Piece] = []
    let wanted = wanted(selection)
    for (index, period) in periods.enumerated() {
      let found =
        index == 0 ? wanted : representation(selection, like: wanted, in: period)
      guard let representation = found else { continue }
      let place = DASHRepresentation.Place(
        start: period.start, length: length(ofPeriod: index),
        origin: origin,
        now: isLive ? now - availabilityStart - period.start : nil, window: window)
      if let file = representation.file(place) {
        guard !isLive else {
          throw Fault("indexed files in a live presentation are not supported", isUnsupported: true)
        }
        pieces.append(.file(file))
      } else {
        pieces.append(.listed(representation, place))
      }
    }
    var list = HLSMediaPlaylist(targetDuration: .seconds(4))
    list.kind = isLive ? nil : .vod
    list.isEnded = !isLive || start != nil && isEndAnnounced(at: now)
    list.numbering.isByDate = keepsNumbers && (periods.count > 1 || !isFixed(selection))
    list.server.holdBack = delay.map(Duration.seconds(bounded:))
    return DASHSegments(list, pieces, keepsFirstNumber: keepsNumbers)
  }

  /// Returns the list of an encoding that has no files with an index.
  package func list(
    of selection: DASHSelection, at now: Double, goingOn start: Seconds? = nil
  ) throws(Fault) -> HLSMediaPlaylist {
    try segments(of: selection, at: now, goingOn: start).list()
  }

  private func length(ofPeriod index: Int) -> Double? {
    let next = periods.indices.contains(index + 1) ? periods[index + 1].start : duration
    // In some live presentations the total duration is shorter than the start of a period.
    let rest = next.map { $0 - periods[index].start }
    return periods[index].duration ?? rest.flatMap { $0 < 0 ? nil : $0 }
  }

  private func isFixed(_ selection: DASHSelection) -> Bool {
    guard let wanted = wanted(selection) else { return true }
    switch wanted.addressing {
    case .template(_, _, _, .fixed), .list(_, _, .fixed): return true
    default: return false
    }
  }
}

extension DASHRepresentation {
  /// The time of a period, in seconds.
  struct Place: Hashable, Sendable {
    let start: Double
    /// Nil if the period has not ended.
    let length: Double?
    /// When a live presentation began, in seconds since 1970.
    let origin: Double?
    /// The current time of a live presentation, from the start of the period.
    let now: Double?
    let window: Double?
  }

  /// The timestamp at the start of the period.
  var originTime: Duration { .seconds(bounded: Double(origin) / Double(timescale)) }

  func segments(_ place: Place) throws(DASHPresentation.Fault) -> [HLSSegment] {
    switch addressing {
    case .whole:
      let length = place.length ?? place.now ?? 0
      let span = Span(number: 0, time: origin, length: units(max(length, 1)))
      return [segment(SegmentAddress(base), nil, span, nil, place)]
    case .file: return []
    case .template(let media, let initialization, let first, let pace):
      let base = SegmentAddress.Base(base)
      let map = try initialization.map { pattern throws(DASHPresentation.Fault) in
        let head = try DASHTemplate(pattern, self, beside: base)
        return HLSMap(
          // As a single address: a template with an unused number would differ after each update.
          address: SegmentAddress(head.url(number: first, time: 0)), range: nil, key: nil)
      }
      let template = try DASHTemplate(media, self, beside: base)
      return try spans(pace, first, place, count: nil).map { span in
        let address = SegmentAddress(template, number: span.number, time: span.time)
        return segment(address, nil, span, map, place)
      }
    case .list(let initialization, let resources, let pace):
      let base = SegmentAddress.Base(base)
      let map = try initialization.map { resource throws(DASHPresentation.Fault) in
        HLSMap(address: try address(resource.address, base), range: resource.range, key: nil)
      }
      var segments: [HLSSegment] = []
      for (resource, span) in zip(resources, try spans(pace, 0, place, count: resources.count)) {
        segments.append(
          segment(try address(resource.address, base), resource.range, span, map, place))
      }
      return segments
    }
  }

  private func address(
    _ text: String?, _ base: SegmentAddress.Base
  ) throws(DASHPresentation.Fault) -> SegmentAddress {
    let found: SegmentAddress
    do throws(RemoteURL.Fault) {
      found = try SegmentAddress(text ?? "", beside: base)
    } catch {
      throw .init("\(error)")
    }
    guard found.scheme.isWeb else {
      throw .init("\(found.scheme.rawValue): an MPD may not reference this URL scheme")
    }
    return found
  }

  private func segment(
    _ address: SegmentAddress, _ range: HLSByteRange?, _ span: Span, _ map: HLSMap?, _ place: Place
  ) -> HLSSegment {
    let begins = place.start + Double(span.time -| origin) / Double(timescale)
    var segment = HLSSegment(
      resource: HLSResource(address: address, range: range),
      duration: .seconds(bounded: Double(span.length) / Double(timescale)), sequence: span.number,
      discontinuity: Int64(saturating: place.start * 1000), map: map, key: nil,
      date: place.origin.map { $0 + begins }, isGap: false, parts: [])
    segment.stampOrigin = originTime
    return segment
  }

  /// The time of a segment, in units of the encoding.
  private struct Span {
    let number: Int64
    let time: Int64
    let length: Int64
  }

  private func units(_ seconds: Double) -> Int64 { Int64(saturating: seconds * Double(timescale)) }

  private func spans(
    _ pace: DASHPace, _ first: Int64, _ place: Place, count: Int?
  ) throws(DASHPresentation.Fault) -> [Span] {
    switch pace {
    case .fixed(let length): try fixedSpans(length, first, place, count)
    case .timeline(let timeline): try spans(of: timeline.runs, first, place)
    }
  }

  private func fixedSpans(
    _ length: Int64, _ first: Int64, _ place: Place, _ count: Int?
  ) throws(DASHPresentation.Fault) -> [Span] {
    var (begin, end) = (0.0, Double(count ?? 0))
    let step = Double(length) / Double(timescale)
    if let all = place.length, count == nil {
      // A last segment that is shorter than the rounding of durations does not exist.
      end = (all / step - 0.01).rounded(.up)
    }
    if let now = place.now {
      let there = (now / step).rounded(.down)
      end = place.length == nil && count == nil ? there : min(end, there)
      if let window = place.window { begin = ((now - window) / step).rounded(.down) }
    } else if place.length == nil, count == nil {
      throw .init("a period with segments has no known end")
    }
    begin = max(begin, 0)
    guard end > begin else { return [] }
    // Without a window, only the newest segments of a live presentation are used.
    if end - begin > Double(HLSLimits.segments), place.now != nil { begin = end - 1000 }
    guard end - begin <= Double(HLSLimits.segments), end < 1e12 else {
      throw .init("more than \(HLSLimits.segments) segments")
    }
    // bound: the end is after the beginning
    return (Int64(saturating: begin)..<Int64(saturating: end)).map { index in
      Span(
        number: first +| index,
        time: origin +| index *| length,
        length: length)
    }
  }

  private func spans(
    of runs: [DASHRun], _ first: Int64, _ place: Place
  ) throws(DASHPresentation.Fault) -> [Span] {
    var (spans, time) = ([Span](), runs.first?.start ?? 0)
    // In timestamp units.
    let end = (place.length ?? place.now).map { origin +| units($0) }
    for (index, run) in runs.enumerated() {
      time = run.start ?? time
      var again = run.again
      if again < 0 {
        let next = runs.indices.contains(index + 1) ? runs[index + 1].start : nil
        guard let until = next ?? end else { throw .init("a segment timeline has no end") }
        // bound: a length is above 0
        again = max(0, (until -| time) / run.length -| 1)
      }
      guard again < Int64(HLSLimits.segments - spans.count) else {
        throw .init("more than \(HLSLimits.segments) segments")
      }
      // bound: checked above
      for _ in 0...again {
        spans.append(
          Span(
            number: first +| Int64(spans.count), time: time, length: run.length))
        time +|= run.length
      }
    }
    return spans
  }
}

extension Duration {
  /// Converts a number from a manifest, limited to what fits.
  static func seconds(bounded seconds: Double) -> Duration {
    .nanoseconds(Int64(saturating: min(max(seconds, -1e9), 1e9) * 1e9))
  }
}
