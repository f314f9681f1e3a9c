import CVitrineFFmpeg
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// A stream of a source that can be decoded.
package struct Track: Sendable {
  package typealias Kind = TrackInfo.Kind

  package let info: TrackInfo
  package let timebase: Timebase
  /// Whether it is a cover picture: one packet, which the container stores separately.
  package let isCover: Bool
  /// The properties of a video track's pictures, as far as the container knows.
  package let picture: PictureDescription?
  /// The time from one video frame to the next, according to the container.
  package let frameDuration: MediaTime?
  /// Whether it is a single picture that does not move.
  package let isStill: Bool
  /// The index of its stream in the container, which pages of teletext share.
  let stream: Int
  /// The page that it is; nil if it is the whole stream.
  let teletextPage: TeletextPage?
  /// The captions that it is; their packets come with the frames of the video.
  package let captions: CaptionService?
  /// The limits of its pictures.
  private let limits: PictureLimits
  let parameters: CodecParameters

  /// Creates a track from another one, with other properties.
  init(
    _ other: Track, as info: TrackInfo, in timebase: Timebase? = nil,
    teletextPage: TeletextPage? = nil
  ) {
    (self.info, self.timebase, isCover) = (info, timebase ?? other.timebase, other.isCover)
    (picture, frameDuration, isStill) = (other.picture, other.frameDuration, other.isStill)
    (limits, parameters) = (other.limits, other.parameters)
    (stream, captions) = (other.stream, other.captions)
    self.teletextPage = teletextPage ?? other.teletextPage
  }

  /// Creates a track that no container describes.
  init(
    _ info: TrackInfo, _ parameters: CodecParameters, in timebase: Timebase,
    captions: CaptionService? = nil
  ) {
    (self.info, self.timebase, self.parameters) = (info, timebase, parameters)
    (picture, frameDuration, isCover, isStill) = (nil, nil, false, false)
    (stream, teletextPage, self.captions) = (info.index, nil, captions)
    limits = .ofThisMachine
  }

  package var kind: Kind { info.kind }
  /// Its index among the source's streams.
  package var index: Int { info.index }
  package var codec: String { info.codec }
}

/// The parameters to open a decoder, independent of the source.
@safe final class CodecParameters: @unchecked Sendable {
  // @unchecked: written once, in the initialiser.
  let raw: UnsafeMutablePointer<AVCodecParameters>

  init?() {
    guard let made = unsafe avcodec_parameters_alloc() else { return nil }
    unsafe raw = unsafe made
  }

  init?(copying other: UnsafePointer<AVCodecParameters>) {
    guard let copy = unsafe avcodec_parameters_alloc() else { return nil }
    guard unsafe avcodec_parameters_copy(copy, other) >= 0 else {
      var failed: UnsafeMutablePointer<AVCodecParameters>? = unsafe copy
      unsafe avcodec_parameters_free(&failed)
      return nil
    }
    unsafe raw = unsafe copy
  }

  deinit {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = unsafe raw
    unsafe avcodec_parameters_free(&parameters)
  }
}

extension Track {
  init?(_ kind: Kind, _ stream: UnsafePointer<AVStream>, isStill: Bool, _ limits: PictureLimits) {
    let timebase = unsafe stream.pointee.time_base
    guard let parameters = unsafe CodecParameters(copying: stream.pointee.codecpar),
      let unit = Timebase(numerator: timebase.num, denominator: timebase.den)
    else { return nil }
    let (disposition, metadata) = unsafe (stream.pointee.disposition, stream.pointee.metadata)
    info = unsafe TrackInfo(
      kind: kind, index: Int(stream.pointee.index), codec: Self.name(of: parameters.raw.pointee),
      language: metadataText("language", in: metadata), title: metadataText("title", in: metadata),
      isDefault: disposition & AV_DISPOSITION_DEFAULT != 0,
      isForced: disposition & AV_DISPOSITION_FORCED != 0, audience: .init(disposition))
    self.timebase = unit
    self.parameters = parameters
    isCover = disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    self.isStill = isStill
    self.limits = limits
    (self.stream, teletextPage, captions) = (info.index, nil, nil)
    frameDuration =
      unsafe kind == .video ? ContainerValues.frameDuration(stream.pointee.avg_frame_rate) : nil
    picture = unsafe kind == .video ? Self.picture(of: parameters.raw.pointee, in: stream) : nil
  }

  /// The most pixels that a picture may have.
  var mostPixels: Int { isStill ? limits.still : limits.film }

  /// Throws if the container's size is too large.
  func checkSize() throws(MediaError) {
    guard let size = picture?.size else { return }
    let isLong = max(size.width, size.height) > ContainerValues.longestSide
    if isLong || size.width *| size.height > mostPixels { throw tooLarge(size) }
  }

  func tooLarge(_ size: PixelSize) -> MediaError {
    .tooLarge(size, most: mostPixels, memory: limits.memory)
  }

  /// The codec of the kernel's virtual decoder, which FFmpeg does not know.
  static let kernelsOwn = "fwht"

  private static func name(of parameters: AVCodecParameters) -> String {
    if unsafe parameters.codec_id != AV_CODEC_ID_NONE {
      return unsafe String(cString: avcodec_get_name(parameters.codec_id))
    }
    let tag = (0..<4).map { unsafe UInt8(truncatingIfNeeded: parameters.codec_tag >> (8 * $0)) }
    if tag == Array("FWHT".utf8) { return kernelsOwn }
    guard tag.allSatisfy({ $0 >= 32 && $0 < 127 }) else { return "an unknown codec" }
    return "unknown codec '\(String(decoding: tag, as: UTF8.self))'"
  }

  private static func picture(
    of parameters: AVCodecParameters, in stream: UnsafePointer<AVStream>
  ) -> PictureDescription {
    let size = unsafe ContainerValues.size(parameters.width, parameters.height)
    let aspect =
      unsafe ContainerValues.pixelAspect(stream.pointee.sample_aspect_ratio)
      ?? ContainerValues.pixelAspect(parameters.sample_aspect_ratio)
    var picture = unsafe PictureDescription(
      ffmpegFormat: parameters.format, size: size,
      pixelAspect: aspect ?? .square,
      color: ColorDescription(
        matrix: .init(parameters.color_space),
        range: .init(parameters.color_range, ffmpegFormat: parameters.format), of: size))
    picture.hdr = unsafe HDRMetadata(
      transfer: parameters.color_trc, mastering: vitrine_stream_mastering(stream)?.pointee,
      light: vitrine_stream_light(stream)?.pointee)
    picture.rotation = unsafe DisplayMatrix(of: stream)?.rotation ?? .none
    return picture
  }
}

/// Returns a metadata entry for display, or nil if it is missing or empty.
func metadataText(_ key: String, in metadata: OpaquePointer?) -> String? {
  guard let entry = unsafe av_dict_get(metadata, key, nil, 0) else { return nil }
  return unsafe displayText(entry.pointee.value, limit: 200)
}

/// Returns untrusted text for display: at most `limit` characters, none of them invisible. Returns
/// nil if nothing is left.
func displayText(_ value: UnsafePointer<CChar>?, limit: Int) -> String? {
  guard let value = unsafe value else { return nil }
  let text = unsafe String(cString: value)
  let clean = text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
  let short = String(String.UnicodeScalarView(clean.prefix(limit)))
  return short.isEmpty ? nil : short
}

extension Track {
  /// Returns the track with another index and timestamps in nanoseconds.
  package func moved(as info: TrackInfo) -> Track {
    Track(self, as: info, in: .nanoseconds)
  }

  /// Whether a decoder for this track also accepts the other's packets.
  package func decodes(like other: Track) -> Bool { parameters.decode(like: other.parameters) }
}

extension CodecParameters {
  /// Whether one decoder accepts both: they have the same codec and setup data.
  func decode(like other: CodecParameters) -> Bool {
    let (a, b) = unsafe (raw.pointee, other.raw.pointee)
    guard unsafe a.codec_id == b.codec_id, unsafe a.width == b.width, unsafe a.height == b.height,
      unsafe a.sample_rate == b.sample_rate,
      unsafe a.ch_layout.nb_channels == b.ch_layout.nb_channels,
      unsafe a.extradata_size == b.extradata_size
    else { return false }
    guard unsafe a.extradata_size > 0, let mine = unsafe a.extradata, let its = unsafe b.extradata
    else { return true }
    let count = unsafe Int(a.extradata_size)
    return unsafe UnsafeBufferPointer(start: mine, count: count).elementsEqual(
      UnsafeBufferPointer(start: its, count: count))
  }
}

// The properties of a track for checks of a file.
extension Track {
  /// Whether its pictures consist of two fields each.
  package var isInterlaced: Bool {
    unsafe kind == .video && parameters.raw.pointee.field_order.rawValue > 1
  }

  /// Whether libavcodec has a software decoder for it.
  ///
  /// Wraps `avcodec_find_decoder`.
  package var isForProcessor: Bool {
    unsafe avcodec_find_decoder(parameters.raw.pointee.codec_id) != nil
  }

  /// The sample rate and the number of channels of an audio track.
  package var sound: (rate: Int, channels: Int)? {
    guard kind == .audio else { return nil }
    let raw = unsafe parameters.raw.pointee
    return unsafe (Int(raw.sample_rate), Int(raw.ch_layout.nb_channels))
  }
}

extension TrackInfo.Audience {
  /// From FFmpeg's `AV_DISPOSITION_` flags.
  fileprivate init(_ disposition: CInt) {
    if disposition & (AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_DESCRIPTIONS) != 0 {
      self = disposition & AV_DISPOSITION_DEPENDENT == 0 ? .visuallyImpaired : .receiverMix
    } else if disposition & (AV_DISPOSITION_HEARING_IMPAIRED | AV_DISPOSITION_CAPTIONS) != 0 {
      self = .hardOfHearing
    } else {
      self = .everyone
    }
  }
}
