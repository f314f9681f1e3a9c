internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming

/// Ordinary memory of a display's size to compose in: blending reads it again, and scanout memory
/// may be slow to read.
struct FlatCanvas: ~Copyable {
  private let buffer: ScanoutBuffer
  private var converter: PictureConverter
  /// The pictures of a transition.
  private var previous: Side?
  private var next: Side?

  /// One of the pictures of a transition, composed.
  private struct Side {
    let buffer: ScanoutBuffer
    /// The picture in it, and its encoding.
    private var content: Content

    private enum Content: Equatable {
      case nothing
      case black(ColorDescription)
      case picture(Source, ColorDescription)
    }

    /// Identifies a picture without retaining it.
    private struct Source: Equatable {
      weak var memory: ScanoutBuffer?
      let plan: ScanoutPlan
      let run: Run
      let pts: MediaTime

      init(_ picture: ScanoutPicture) {
        (memory, plan, run, pts) = (picture.buffer, picture.plan, picture.run, picture.pts)
      }

      static func == (a: Source, b: Source) -> Bool {
        guard let memory = a.memory, memory === b.memory else { return false }
        return a.plan == b.plan && a.run == b.run && a.pts == b.pts
      }
    }

    init(like buffer: ScanoutBuffer) throws(PlaybackError) {
      self.buffer = try ScanoutBuffer(canvasOf: buffer.layout.size, buffer.layout.format)
      content = .nothing
    }

    /// Composes a picture, unless it already shows it; nil for black.
    mutating func show(
      _ wanted: ScanoutPicture?, _ color: ColorDescription, _ converter: inout PictureConverter
    ) throws(PlaybackError) {
      let next = wanted.map { Content.picture(Source($0), color) } ?? .black(color)
      guard next != content else { return }
      content = .nothing
      if wanted?.plan.pictureDestination != PixelRect(buffer.layout.size) { buffer.clear(color) }
      if let wanted { try Composition.compose(wanted, into: buffer, as: color, &converter) }
      content = next
    }
  }

  init(_ plan: ScanoutPlan) throws(PlaybackError) {
    self.init(try ScanoutBuffer(canvasOf: plan.bufferPart.size, Self.format(of: plan)))
  }

  private init(_ buffer: ScanoutBuffer) {
    self.buffer = buffer
    converter = PictureConverter()
  }

  func fits(_ plan: ScanoutPlan) -> Bool {
    buffer.layout.format == Self.format(of: plan) && buffer.layout.size == plan.bufferPart.size
  }

  private static func format(of plan: ScanoutPlan) -> PixelFormat {
    plan.format.isRGB ? .argb8888 : plan.format
  }

  mutating func write(
    _ layers: Layers, to target: ScanoutBuffer, _ plan: ScanoutPlan
  ) throws(PlaybackError) {
    // The encoding of YUV.
    let color = plan.color
    if let mixture = layers.mixture {
      return try mix(mixture, layers, into: target, plan.bufferPart, color)
    }
    if layers.picture.plan.pictureDestination != PixelRect(buffer.layout.size) {
      buffer.clear(color)
    }
    try Composition.compose(layers, into: buffer, as: color, &converter)
    target.copy(pictureOf: buffer, to: plan.bufferPart)
  }

  private func side(_ used: Side?) throws(PlaybackError) -> Side {
    if let used { return used }
    return try Side(like: buffer)
  }

  private mutating func mix(
    _ mixture: Mixture, _ layers: Layers, into target: ScanoutBuffer, _ part: PixelRect,
    _ color: ColorDescription
  ) throws(PlaybackError) {
    let shown = mixture.sides(with: layers.picture)
    var first = try side(previous)
    var second = try side(next)
    defer { (previous, next) = (first, second) }
    try first.show(shown.previous, color, &converter)
    try second.show(shown.next, color, &converter)
    let plan = mixture.next(with: layers.picture).plan
    let pass = MixPass(rotation: plan.orientation, area: plan.area)
    guard layers.interface != nil || !layers.insets.isEmpty else {
      return pass.mix(first.buffer, second.buffer, at: mixture.step, into: target, part)
    }
    pass.mix(
      first.buffer, second.buffer, at: mixture.step, into: buffer, PixelRect(buffer.layout.size))
    for inset in layers.insets {
      try Composition.compose(inset, into: buffer, as: color, &converter)
    }
    if let layer = layers.interface { Composition.compose(layer, into: buffer, as: color) }
    target.copy(pictureOf: buffer, to: part)
  }
}
