import CVitrineASS
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
    binding = ThreadBinding()
    read(header)
    if isPlain { followUnicode() }
    // libass searches fonts once, after the embedded ones were added.
    add(fonts)
    unsafe ass_set_fonts(
      renderer, nil, "Sans", CInt(ASS_FONTPROVIDER_AUTODETECT.rawValue), nil, 1)
    unsafe ass_set_cache_limits(renderer, 0, Self.bitmapCache)
  }

  deinit {
    unsafe ass_free_track(track)
    unsafe ass_renderer_done(renderer)
    unsafe ass_library_done(library)
  }

  private func read(_ header: [UInt8]) {
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
  private func followUnicode() {
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
    unsafe ass_set_frame_size(renderer, CInt(size.width), CInt(size.height))
    unsafe ass_set_storage_size(
      renderer, CInt(layout.storage.width), CInt(layout.storage.height))
    let below = size.height - video.y - video.height
    unsafe ass_set_margins(
      renderer, CInt(video.y), CInt(below), CInt(video.x),
      CInt(size.width - video.x - video.width))
    // On a tall display the end of the bar is too far from the picture to read both.
    unsafe ass_set_use_margins(renderer, isPlain && below <= video.height / 3 ? 1 : 0)
    // Plain text keeps the shape of its letters, whatever the pixel aspect ratio of the video is.
    unsafe ass_set_pixel_aspect(renderer, isPlain ? 1 : 0)
    unsafe ass_set_font_scale(renderer, layout.scale)
  }

  /// Times are in milliseconds.
  mutating func add(_ line: [UInt8], start: Int64, end: Int64) {
    binding.check()
    var text = line.map { CChar(bitPattern: $0) }
    unsafe ass_process_chunk(track, &text, CInt(text.count), start, end - start)
  }

  mutating func removeAll() { unsafe ass_flush_events(track) }

  /// Draws the lines at `time`, in milliseconds.
  mutating func draw(at time: Int64, onto picture: inout PanelPicture) {
    binding.check()
    var next = unsafe ass_render_frame(renderer, track, time, nil)
    while let image = unsafe next?.pointee {
      unsafe next = unsafe image.next
      // RRGGBBAA, with the transparency in the last byte.
      let (color, alpha) = unsafe (image.color >> 8, 255 - image.color & 0xFF)
      guard alpha > 0, unsafe image.w > 0, unsafe image.h > 0, let mask = unsafe image.bitmap else {
        continue
      }
      unsafe picture.blend(
        alpha << 24 | color, through: mask, stride: Int(image.stride),
        at: PixelRect(
          x: Int(image.dst_x), y: Int(image.dst_y), width: Int(image.w), height: Int(image.h)))
    }
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
