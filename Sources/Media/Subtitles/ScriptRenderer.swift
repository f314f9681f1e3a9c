import CVitrineASS
import Glibc
import VitrineLinux
import VitrinePictures

/// A renderer for the lines of an ASS script. Thread-bound; owns libass's three objects.
///
/// Wraps `ass_render_frame`.
@safe struct ScriptRenderer: ~Copyable {
  private let library: OpaquePointer
  private let renderer: OpaquePointer
  private let track: UnsafeMutablePointer<ASS_Track>
  private let isPlain: Bool
  /// The file's styles; plain text only.
  private var original: [OwnStyle]
  private var style: SubtitleStyle
  /// The height of a line's letters, in pixels.
  private var em: Double
  /// A line that shows the style; nil for none.
  private var sample: UnsafeMutablePointer<ASS_Track>?
  private let header: [UInt8]
  private let binding: ThreadBinding

  private static let longestHeader = 16 << 20
  /// In MiB; libass's default is more than some boards can spare.
  private static let bitmapCache: CInt = 48

  /// Returns nil if memory is exhausted. Text that is `isPlain` has no layout.
  init?(header: [UInt8], isPlain: Bool, fonts: [Demuxer.Attachment]) {
    guard header.count <= Self.longestHeader, let library = unsafe ass_library_init() else {
      return nil
    }
    unsafe vitrine_ass_be_quiet(library)
    unsafe ass_set_extract_fonts(library, 1)
    guard let renderer = unsafe ass_renderer_init(library) else {
      unsafe ass_library_done(library)
      return nil
    }
    guard let track = unsafe ass_new_track(library) else {
      unsafe ass_renderer_done(renderer)
      unsafe ass_library_done(library)
      return nil
    }
    unsafe (self.library, self.renderer, self.track) = unsafe (library, renderer, track)
    self.isPlain = isPlain
    self.header = header
    unsafe (original, style, em, sample) = ([], SubtitleStyle(), 0, nil)
    binding = ThreadBinding()
    unsafe Self.read(header, into: track)
    if isPlain {
      unsafe Self.followUnicode(track)
      original = unsafe OwnStyle.all(of: track)
    }
    // libass searches fonts once, after the embedded ones were added.
    add(fonts)
    unsafe ass_set_fonts(
      renderer, nil, "Sans", CInt(ASS_FONTPROVIDER_AUTODETECT.rawValue), nil, 1)
    unsafe ass_set_cache_limits(renderer, 0, Self.bitmapCache)
  }

  deinit {
    if let sample = unsafe sample { unsafe ass_free_track(sample) }
    unsafe ass_free_track(track)
    unsafe ass_renderer_done(renderer)
    unsafe ass_library_done(library)
  }

  private static func read(_ header: [UInt8], into track: UnsafeMutablePointer<ASS_Track>) {
    var text = header.map { CChar(bitPattern: $0) }
    unsafe ass_process_codec_private(track, &text, CInt(text.count))
  }

  private func add(_ fonts: [Demuxer.Attachment]) {
    for font in fonts where font.isFont {
      let bytes = font.bytes.map { CChar(bitPattern: $0) }
      unsafe ass_add_font(library, font.name, bytes, CInt(bytes.count))
    }
  }

  /// Enables Unicode line breaking and text direction for plain text. Scripts follow the rules of
  /// the program that they were made for.
  private static func followUnicode(_ track: UnsafeMutablePointer<ASS_Track>) {
    let features = [
      ASS_FEATURE_BIDI_BRACKETS, ASS_FEATURE_WHOLE_TEXT_LAYOUT, ASS_FEATURE_WRAP_UNICODE,
    ]
    for feature in features { _ = unsafe ass_track_set_feature(track, feature, 1) }
    for index in 0..<Int(unsafe track.pointee.n_styles) {
      // The direction follows the first letter of each line.
      unsafe track.pointee.styles[index].Encoding = -1
    }
  }

  mutating func place(_ layout: SubtitleLayout) {
    binding.check()
    let (size, video) = (layout.upright, layout.video)
    // Centres a sample in the part that is not covered.
    let width = size.width - Int(Double(size.width) * (layout.sample?.covered ?? 0))
    unsafe ass_set_frame_size(renderer, CInt(max(width, 1)), CInt(size.height))
    unsafe ass_set_storage_size(
      renderer, CInt(layout.storage.width), CInt(layout.storage.height))
    let below = size.height - video.y - video.height
    unsafe ass_set_margins(
      renderer, CInt(video.y), CInt(below), CInt(video.x), CInt(width - video.x - video.width))
    // On a tall display the end of the bar is too far from the picture to read both.
    let usesBars =
      isPlain && !layout.isInPart && (below <= video.height / 3 || layout.sample != nil)
    unsafe ass_set_use_margins(renderer, usesBars ? 1 : 0)
    // Plain text keeps the shape of its letters, whatever the pixel aspect ratio of the video is.
    unsafe ass_set_pixel_aspect(renderer, isPlain ? 1 : 0)
    unsafe ass_set_font_scale(renderer, layout.style.scale)
    guard isPlain else { return }
    // FFmpeg's header for plain text: 16 of 288 lines.
    (style, em) = (layout.style, Double(video.height) * layout.style.scale * 16 / 288)
    unsafe OwnStyle.apply(style, to: track, original)
    setSample(layout.sample?.text)
  }

  /// Times are in milliseconds.
  mutating func add(_ line: [UInt8], start: Int64, end: Int64) {
    binding.check()
    var text = line.map { CChar(bitPattern: $0) }
    unsafe ass_process_chunk(track, &text, CInt(text.count), start, end - start)
  }

  mutating func removeAll() { unsafe ass_flush_events(track) }

  /// Replaces the sample, because libass keeps lines that it has drawn where they are.
  private mutating func setSample(_ text: String?) {
    if let sample = unsafe sample { unsafe ass_free_track(sample) }
    unsafe sample = nil
    guard let text, let track = unsafe ass_new_track(library) else { return }
    unsafe Self.read(header, into: track)
    unsafe Self.followUnicode(track)
    unsafe OwnStyle.apply(style, to: track, original)
    var line = Array("0,0,Default,,0,0,0,,\(text)".utf8).map { CChar(bitPattern: $0) }
    unsafe ass_process_chunk(track, &line, CInt(line.count), 0, 1)
    unsafe sample = track
  }

  mutating func drawSample(onto picture: inout PanelPicture) {
    binding.check()
    guard let sample = unsafe sample else { return }
    unsafe draw(ass_render_frame(renderer, sample, 0, nil), onto: &picture)
  }

  /// Draws the lines at `time`, in milliseconds.
  mutating func draw(at time: Int64, onto picture: inout PanelPicture) {
    binding.check()
    unsafe draw(ass_render_frame(renderer, track, time, nil), onto: &picture)
  }

  private func draw(
    _ images: UnsafeMutablePointer<ASS_Image>?, onto picture: inout PanelPicture
  ) {
    if isPlain {
      let groups = unsafe captions(of: images)
      for group in groups { picture.fill(grown(group, by: 0.6 * em), with: style.window) }
      for group in groups { picture.fill(grown(group, by: 0.25 * em), with: style.background) }
      unsafe drawShadows(of: images, onto: &picture)
    }
    unsafe draw(images, movedBy: 0, color: nil, onto: &picture)
  }

  private func grown(_ frame: PixelRect, by padding: Double) -> PixelRect {
    let padding = max(Int(padding.rounded()), 1)
    return PixelRect(
      x: frame.x - padding, y: frame.y - padding, width: frame.width + 2 * padding,
      height: frame.height + 2 * padding)
  }

  /// The frames of captions whose background or window is drawn, each with all its lines.
  private func captions(of images: UnsafeMutablePointer<ASS_Image>?) -> [PixelRect] {
    guard style.window >> 24 > 0 || style.background >> 24 > 0 else { return [] }
    let near = Int(em)
    var groups: [PixelRect] = []
    var next = unsafe images
    while let image = unsafe next?.pointee {
      unsafe next = unsafe image.next
      guard unsafe image.w > 0, unsafe image.h > 0, unsafe image.color & 0xFF < 255 else {
        continue
      }
      var frame = unsafe PixelRect(
        x: Int(image.dst_x), y: Int(image.dst_y), width: Int(image.w), height: Int(image.h))
      let isNear = { (group: PixelRect) in
        group.y < frame.y + frame.height + near && frame.y < group.y + group.height + near
      }
      let (joined, apart) = (groups.filter(isNear), groups.filter { !isNear($0) })
      for group in joined { frame = frame.union(group) }
      groups = apart + [frame]
    }
    return groups
  }

  /// Draws the edges that libass does not have.
  private func drawShadows(
    of images: UnsafeMutablePointer<ASS_Image>?, onto picture: inout PanelPicture
  ) {
    let distance: Double? =
      switch style.edge {
      case .none, .outline: nil
      case .shadow: 0.09 * em
      case .raised: 0.04 * em
      case .depressed: -0.04 * em
      }
    guard let distance else { return }
    let least = distance < 0 ? min(distance, -1) : max(distance, 1)
    unsafe draw(
      images, movedBy: Int(least.rounded()), color: style.edgeColor, onto: &picture)
  }

  /// Draws the images that libass has made, or with a colour only the letters.
  private func draw(
    _ images: UnsafeMutablePointer<ASS_Image>?, movedBy distance: Int, color own: UInt32?,
    onto picture: inout PanelPicture
  ) {
    var next = unsafe images
    while let image = unsafe next?.pointee {
      unsafe next = unsafe image.next
      if own != nil, unsafe image.type != IMAGE_TYPE_CHARACTER { continue }
      // RRGGBBAA, with the transparency in the last byte.
      let (color, alpha) = unsafe (image.color >> 8, 255 - image.color & 0xFF)
      guard alpha > 0, unsafe image.w > 0, unsafe image.h > 0, let mask = unsafe image.bitmap else {
        continue
      }
      // A shadow fades with its letters.
      let shown = own.map { (($0 >> 24) * alpha / 255) << 24 | $0 & 0xFF_FFFF }
      unsafe picture.blend(
        shown ?? (alpha << 24 | color), through: mask, stride: Int(image.stride),
        at: PixelRect(
          x: Int(image.dst_x) + distance, y: Int(image.dst_y) + distance, width: Int(image.w),
          height: Int(image.h)))
    }
  }
}

/// A style of the file, and the viewer's choices on top of it.
private struct OwnStyle {
  let font: String
  let bold: CInt
  let (color, outlineColor): (UInt32, UInt32)
  let (outline, shadow): (Double, Double)
  let alignment: CInt

  static func all(of track: UnsafeMutablePointer<ASS_Track>) -> [OwnStyle] {
    (0..<Int(unsafe track.pointee.n_styles)).map { index in
      let style = unsafe track.pointee.styles[index]
      return unsafe OwnStyle(
        font: style.FontName.map { unsafe String(cString: $0) } ?? "", bold: style.Bold,
        color: style.PrimaryColour, outlineColor: style.OutlineColour,
        outline: style.Outline, shadow: style.Shadow,
        alignment: style.Alignment)
    }
  }

  /// Sets every choice that differs from the default; the others are the file's.
  static func apply(
    _ wanted: SubtitleStyle, to track: UnsafeMutablePointer<ASS_Track>, _ originals: [OwnStyle]
  ) {
    let usual = SubtitleStyle()
    for (index, own) in originals.enumerated() where index < Int(unsafe track.pointee.n_styles) {
      let style = unsafe track.pointee.styles + index
      unsafe free(style.pointee.FontName)
      unsafe style.pointee.FontName = unsafe strdup(
        wanted.font == usual.font ? own.font : wanted.font)
      unsafe style.pointee.Bold = wanted.weight == usual.weight ? own.bold : 1
      unsafe style.pointee.PrimaryColour =
        wanted.color == usual.color ? own.color : assColor(wanted.color)
      unsafe style.pointee.OutlineColour =
        wanted.edgeColor == usual.edgeColor ? own.outlineColor : assColor(wanted.edgeColor)
      unsafe style.pointee.Outline = wanted.edge == .outline ? own.outline : 0
      unsafe style.pointee.Shadow = wanted.edge == .outline ? own.shadow : 0
      unsafe style.pointee.Alignment =
        wanted.position == usual.position ? own.alignment : own.alignment & 3 | 4
    }
  }

  /// RRGGBBAA, with the transparency in the last byte.
  private static func assColor(_ color: UInt32) -> UInt32 {
    color << 8 | (255 - color >> 24)
  }
}

extension Demuxer.Attachment {
  /// Containers write the media type of fonts in many ways, or have only the file name.
  var isFont: Bool {
    let type = mediaType.lowercased()
    if ["font", "truetype", "opentype"].contains(where: type.contains) { return true }
    let name = name.lowercased()
    return [".ttf", ".otf", ".ttc", ".otc"].contains(where: name.hasSuffix)
  }
}
