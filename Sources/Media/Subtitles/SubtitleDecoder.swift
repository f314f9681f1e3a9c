import CVitrineFFmpeg
internal import VitrineLinux
package import VitrinePictures
internal import VitrinePlayback
import VitrineTiming

/// A decoder for the packets of one subtitle track, text or pictures. Thread-bound.
///
/// Wraps `avcodec_decode_subtitle2`, except for CEA-708, which FFmpeg does not decode.
@safe package struct SubtitleDecoder: ~Copyable {
  package let track: Track
  /// The form of its events, with the script header that lines refer to.
  package let form: SubtitleForm
  /// Nil for CEA-708.
  private let context: UnsafeMutablePointer<AVCodecContext>?
  private var digital: DTVCCDecoder?
  private let video: PixelSize?
  private let binding: ThreadBinding

  /// More than any subtitle shows at once.
  private static let mostRects = 64

  /// A caption of CEA-608 that is not replaced disappears: 47 CFR 79.101(g).
  private static let longestLine21 = MediaTime(16, 1)

  /// Opens FFmpeg's decoder. `video` is the canvas size of pictures that do not specify one, and the shape of the picture
  /// for CEA-708.
  /// `encoding` is iconv's name of the character set of text that is not UTF-8.
  package init(
    of track: Track, video: PixelSize?, encoding: String? = nil
  ) throws(MediaError) {
    (self.track, self.video) = (track, video)
    binding = ThreadBinding()
    if case .digital(let number) = track.captions {
      digital = DTVCCDecoder(service: number, picture: video)
      (unsafe context, form) = (nil, .plainText(header: DTVCCDecoder.header))
      return
    }
    digital = nil
    guard track.kind == .subtitle,
      let codec = unsafe avcodec_find_decoder(track.parameters.raw.pointee.codec_id)
    else { throw .unknownCodec(track: track.kind.rawValue, codec: track.codec) }
    let opened = unsafe try Self.open(codec, of: track, encoding: encoding)
    unsafe context = unsafe opened
    form = unsafe Self.form(of: opened)
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  private static func open(
    _ codec: UnsafePointer<AVCodec>, of track: Track, encoding: String?
  ) throws(MediaError) -> UnsafeMutablePointer<AVCodecContext> {
    var allocated = unsafe avcodec_alloc_context3(codec)
    guard let context = unsafe allocated,
      unsafe avcodec_parameters_to_context(context, track.parameters.raw) >= 0
    else {
      unsafe avcodec_free_context(&allocated)
      throw .call("decoder", .init(rawValue: vitrine_error_memory))
    }
    unsafe context.pointee.pkt_timebase = AVRational(
      num: track.timebase.numerator, den: track.timebase.denominator)
    unsafe context.pointee.max_pixels =
      Int64(SubtitlePicture.largestSide * SubtitlePicture.largestSide)
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    // Otherwise a caption would be known only once it has ended.
    unsafe av_dict_set(&options, "real_time", "1", 0)
    unsafe av_dict_set(&options, "real_time_latency_msec", "50", 0)
    if let encoding { unsafe av_dict_set(&options, "sub_charenc", encoding, 0) }
    if track.codec == Track.teletextCodec {
      unsafe av_dict_set(&options, "txt_format", "ass", 0)
      unsafe av_dict_set(&options, "txt_page", track.teletextOption, 0)
    }
    let result = unsafe FFmpegCode(rawValue: avcodec_open2(context, codec, &options))
    guard result.rawValue >= 0 else {
      unsafe avcodec_free_context(&allocated)
      throw .undecodable(track: track.kind.rawValue, detail: "\(result)")
    }
    return unsafe context
  }

  private static func form(of context: UnsafeMutablePointer<AVCodecContext>) -> SubtitleForm {
    guard let descriptor = unsafe context.pointee.codec_descriptor,
      unsafe descriptor.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0
        // FFmpeg can draw it, too.
        || context.pointee.codec_id == AV_CODEC_ID_DVB_TELETEXT
    else { return .pictures }
    let header = unsafe Array(
      UnsafeBufferPointer(
        start: context.pointee.subtitle_header, count: Int(context.pointee.subtitle_header_size)))
    let isScript = unsafe [AV_CODEC_ID_ASS, AV_CODEC_ID_SSA].contains(context.pointee.codec_id)
    return isScript ? .script(header: header) : .plainText(header: header)
  }

  /// Returns the events of a packet; often none, if they span more packets. Throws for a damaged
  /// packet, after which the next one may be good.
  package mutating func decode(_ packet: Packet) throws(MediaError) -> [SubtitleEvent] {
    binding.check()
    if digital != nil {
      guard let pts = packet.pts(in: track.timebase) else { return [] }
      return digital?.decode(packet.bytes, at: pts) ?? []
    }
    var (subtitle, isComplete) = unsafe (AVSubtitle(), CInt(0))
    let result = unsafe FFmpegCode(
      rawValue: avcodec_decode_subtitle2(context, &subtitle, &isComplete, packet.raw))
    guard result.rawValue >= 0 else {
      throw .undecodable(track: track.kind.rawValue, detail: "\(result)")
    }
    guard isComplete != 0 else { return [] }
    defer { unsafe avsubtitle_free(&subtitle) }
    guard let pts = unsafe pts(of: subtitle, packet) else { return [] }
    return unsafe events(of: subtitle, at: pts)
  }

  /// Discards the decoder's state after a seek.
  package mutating func flush() {
    if let context = unsafe context { unsafe avcodec_flush_buffers(context) }
    digital?.flush()
  }

  private func pts(of subtitle: AVSubtitle, _ packet: Packet) -> MediaTime? {
    // In real time, FFmpeg gives captions the time of the one before them.
    if track.captions != .line21, unsafe subtitle.pts != vitrine_no_pts {
      return unsafe Timebase(numerator: 1, denominator: AV_TIME_BASE)?.mediaTime(of: subtitle.pts)
    }
    let timestamp = unsafe packet.raw.pointee.pts
    return timestamp == vitrine_no_pts ? nil : track.timebase.mediaTime(of: timestamp)
  }

  private func events(of subtitle: AVSubtitle, at pts: MediaTime) -> [SubtitleEvent] {
    let (first, last) = unsafe (subtitle.start_display_time, subtitle.end_display_time)
    let start = pts + MediaTime(Int64(first), 1000)
    // Zero and the largest number both mean that the end is unknown.
    let end = last == .max || last <= first ? nil : pts + MediaTime(Int64(last), 1000)
    let count = unsafe min(Int(subtitle.num_rects), Self.mostRects)
    let rects = unsafe (0..<count).compactMap { unsafe subtitle.rects?[$0] }
    if form == .pictures {
      guard let content = unsafe pictures(of: rects) else { return [] }
      return [SubtitleEvent(start: start, end: end, content: content)]
    }
    let lines = unsafe rects.compactMap { rect -> [UInt8]? in
      guard let line = unsafe rect.pointee.ass else { return nil }
      return unsafe UnsafeBufferPointer(start: line, count: strlen(line)).map(UInt8.init)
    }
    if track.captions == .line21 {
      return [
        SubtitleEvent(start: start, end: start + Self.longestLine21, content: .captions(lines))
      ]
    }
    if track.codec == Track.teletextCodec {
      return [SubtitleEvent(start: start, end: end, content: .captions(lines))]
    }
    return lines.map { SubtitleEvent(start: start, end: end, content: .line($0)) }
  }
}

extension SubtitleDecoder {
  /// Returns nil if the pictures do not fit on a plausible canvas.
  private func pictures(
    of rects: [UnsafeMutablePointer<AVSubtitleRect>]
  ) -> SubtitleEvent.Content? {
    let pictures = unsafe rects.compactMap { unsafe SubtitlePicture($0.pointee) }
    var extent = PixelSize(0, 0)
    for place in pictures.map(\.place) {
      extent.width = max(extent.width, place.x + place.width)
      extent.height = max(extent.height, place.y + place.height)
    }
    var canvas = canvas(for: extent)
    canvas.width = max(canvas.width, extent.width)
    canvas.height = max(canvas.height, extent.height)
    guard canvas.isWithin(SubtitlePicture.largestSide) else { return nil }
    return .pictures(pictures, canvas: canvas)
  }

  private func canvas(for extent: PixelSize) -> PixelSize {
    if let context = unsafe context,
      case let reported = unsafe PixelSize(
        Int(context.pointee.width), Int(context.pointee.height)), !reported.isEmpty
    {
      return reported
    }
    // EN 300 743: the default size of a stream without a display definition.
    let standard = PixelSize(720, 576)
    let isBroadcast =
      unsafe track.parameters.raw.pointee.codec_id == AV_CODEC_ID_DVB_SUBTITLE
    if isBroadcast, extent.width <= standard.width, extent.height <= standard.height {
      return standard
    }
    guard let video, !video.isEmpty else { return standard }
    return video
  }
}

extension SubtitlePicture {
  /// Returns nil for text, and for positions outside of any canvas.
  fileprivate init?(_ rect: AVSubtitleRect) {
    let place = unsafe PixelRect(
      x: Int(rect.x), y: Int(rect.y), width: Int(rect.w), height: Int(rect.h))
    guard unsafe rect.type == SUBTITLE_BITMAP, !place.size.isEmpty, place.x >= 0, place.y >= 0,
      place.size.isWithin(Self.largestSide), let indices = unsafe rect.data.0,
      let colors = unsafe rect.data.1
    else { return nil }
    let count = unsafe min(max(Int(rect.nb_colors), 0), 256)
    var palette = [UInt32](repeating: 0, count: 256)
    for index in 0..<count {
      let color = unsafe UnsafeRawPointer(colors).loadUnaligned(
        fromByteOffset: 4 * index, as: UInt32.self)
      palette[index] = premultiplied(color)
    }
    let pitch = unsafe Int(rect.linesize.0)
    guard pitch >= place.width else { return nil }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(place.width * place.height)
    for row in 0..<place.height {
      let start = unsafe indices + row * pitch
      for column in 0..<place.width { unsafe pixels.append(palette[Int(start[column])]) }
    }
    self.init(place: place, pixels: pixels)
  }
}
