import CVitrineFFmpeg
import VitrinePictures

/// The known picture subtitles in order. Times are in milliseconds.
struct SubtitlePictures {
  struct Showing {
    let start: Int64
    /// `Int64.max` is until the next one.
    let end: Int64
    let pictures: [SubtitlePicture]
    let canvas: PixelSize

    var weight: Int { pictures.reduce(0) { $0 + 4 * $1.pixels.count } }
  }

  /// By start.
  private var showings: [Showing] = []
  private var weight = 0

  static let mostShowings = 200
  static let greatestWeight = 64 << 20

  var isEmpty: Bool { showings.isEmpty }

  func isFull(for showing: Showing) -> Bool {
    showings.count >= Self.mostShowings || weight + showing.weight > Self.greatestWeight
  }

  /// Adds a subtitle; replaces one with the same start.
  mutating func insert(_ showing: Showing) {
    let place = (showings.lastIndex { $0.start <= showing.start } ?? -1) + 1
    showings.insert(showing, at: place)
    weight += showing.weight
    guard place > 0, showings[place - 1].start == showing.start else { return }
    weight -= showings.remove(at: place - 1).weight
  }

  /// Removes subtitles that ended or were replaced before `time`.
  mutating func removeAll(endingBefore time: Int64) {
    let current = showings.lastIndex { $0.start <= time } ?? 0
    let next = showings.indices.map { $0 + 1 < showings.count ? showings[$0 + 1].start : .max }
    showings = showings.indices.filter { index in
      index >= current && min(showings[index].end, next[index]) >= time
    }.map { showings[$0] }
    weight = showings.reduce(0) { $0 + $1.weight }
  }

  /// Returns the subtitle at `time`.
  func showing(at time: Int64) -> Showing? {
    guard let last = showings.last(where: { $0.start <= time }), time < last.end,
      !last.pictures.isEmpty
    else { return nil }
    return last
  }

  func nextChange(after time: Int64) -> Int64? {
    let next = showings.first { $0.start > time }?.start
    guard let end = showing(at: time)?.end, end != .max else { return next }
    return min(end, next ?? end)
  }
}

extension SubtitlePictures.Showing {
  /// Draws the pictures in their places relative to the video.
  func draw(_ layout: SubtitleLayout, onto picture: inout PanelPicture) {
    let frame = frame(over: layout.video)
    for part in pictures {
      let place = clamped(to: layout.upright, scaled(part.place, into: frame))
      guard let pixels = part.scaled(to: place.size) else { continue }
      picture.blend(pixels, at: place)
    }
  }

  /// Returns the place of the canvas. It covers the video unless the video was cropped after
  /// authoring: then it keeps its shape, and extends over the cropped edges.
  private func frame(over video: PixelRect) -> PixelRect {
    // Smaller canvases are anamorphic like their videos, so that their shape is not significant.
    guard canvas.width >= 1280, !video.size.isEmpty else { return video }
    let height = video.width * canvas.height / canvas.width
    if height > video.height + video.height / 32 {
      return PixelRect(
        x: video.x, y: video.y + (video.height - height) / 2, width: video.width, height: height)
    }
    let width = video.height * canvas.width / canvas.height
    if width > video.width + video.width / 32 {
      return PixelRect(
        x: video.x + (video.width - width) / 2, y: video.y, width: width, height: video.height)
    }
    return video
  }

  private func scaled(_ place: PixelRect, into frame: PixelRect) -> PixelRect {
    func edge(_ position: Int, _ length: Int, of whole: Int) -> Int {
      (2 * position * length + whole) / (2 * whole)
    }
    let left = edge(place.x, frame.width, of: canvas.width)
    let top = edge(place.y, frame.height, of: canvas.height)
    let right = edge(place.x + place.width, frame.width, of: canvas.width)
    let bottom = edge(place.y + place.height, frame.height, of: canvas.height)
    return PixelRect(
      x: frame.x + left, y: frame.y + top, width: max(right - left, 1),
      height: max(bottom - top, 1))
  }

  /// Moves a place onto the display if there is room.
  private func clamped(to size: PixelSize, _ place: PixelRect) -> PixelRect {
    PixelRect(
      x: max(min(place.x, size.width - place.width), min(place.x, 0)),
      y: max(min(place.y, size.height - place.height), min(place.y, 0)),
      width: place.width, height: place.height)
  }
}

extension SubtitlePicture {
  /// Returns its pixels at another size; nil if that fails.
  ///
  /// Wraps `sws_scale`. Each channel is scaled as grey: swscale converts
  /// colours to YUV, after which they may exceed their alpha.
  func scaled(to size: PixelSize) -> [UInt32]? {
    if size == place.size { return pixels }
    guard !size.isEmpty, size.isWithin(2 * Self.largestSide),
      let scaler = unsafe sws_getContext(
        CInt(place.width), CInt(place.height), AV_PIX_FMT_GRAY8, CInt(size.width),
        CInt(size.height), AV_PIX_FMT_GRAY8, SWS_BILINEAR | SWS_ACCURATE_RND, nil, nil, nil)
    else { return nil }
    defer { unsafe sws_freeContext(scaler) }
    var source = GreyPlane(place.size)
    var target = GreyPlane(size)
    var result = [UInt32](repeating: 0, count: size.width * size.height)
    for shift in [24, 16, 8, 0] as [UInt32] {
      source.fill(with: pixels, shift)
      guard unsafe target.scale(source, with: scaler) else { return nil }
      target.add(to: &result, shift)
    }
    return result
  }
}

/// One channel, in rows aligned for swscale's vector code.
private struct GreyPlane {
  private let size: PixelSize
  private let pitch: Int
  private var bytes: [UInt8]

  init(_ size: PixelSize) {
    self.size = size
    pitch = size.width.roundedUp(toMultipleOf: 64)
    // swscale may access a vector beyond the end.
    bytes = [UInt8](repeating: 0, count: pitch * size.height + 64)
  }

  mutating func fill(with pixels: [UInt32], _ shift: UInt32) {
    for row in 0..<size.height {
      for column in 0..<size.width {
        bytes[row * pitch + column] = UInt8(
          truncatingIfNeeded: pixels[row * size.width + column] >> shift)
      }
    }
  }

  mutating func scale(_ source: GreyPlane, with scaler: OpaquePointer) -> Bool {
    unsafe source.bytes.withUnsafeBufferPointer { from in
      unsafe bytes.withUnsafeMutableBufferPointer { to in
        unsafe sws_scale(
          scaler, [from.baseAddress], [CInt(source.pitch)], 0, CInt(source.size.height),
          [to.baseAddress], [CInt(pitch)]) > 0
      }
    }
  }

  /// The colour channels must not exceed alpha.
  func add(to pixels: inout [UInt32], _ shift: UInt32) {
    for row in 0..<size.height {
      for column in 0..<size.width {
        let index = row * size.width + column
        let value = UInt32(bytes[row * pitch + column])
        pixels[index] |= (shift == 24 ? value : min(value, pixels[index] >> 24)) << shift
      }
    }
  }
}
