import CVitrineFFmpeg
package import VitrinePlayback
package import VitrineTiming

// CEA-608 captions in the video's own bit stream (ATSC A/53, part 4). The container does not list them: packets show that
// there are some, and the decoder's frames carry them in the order of presentation.

extension Packet {
  /// Whether a packet of video carries captions: user data with the identifier of ATSC and the type of captions.
  package var hasClosedCaptions: Bool {
    guard let data = unsafe raw.pointee.data else { return false }
    return unsafe vitrine_find_captions(data, CInt(byteCount)) != 0
  }

  /// Creates a packet of captions with its presentation time in nanoseconds.
  fileprivate convenience init?(captions: UnsafeBufferPointer<UInt8>, at pts: MediaTime) {
    self.init()
    guard unsafe av_new_packet(raw, CInt(captions.count)) == 0,
      let data = unsafe raw.pointee.data, let bytes = captions.baseAddress
    else { return nil }
    unsafe data.update(from: bytes, count: captions.count)
    unsafe raw.pointee.pts = pts.nanoseconds
  }
}

extension Frame {
  /// The captions that belong to the frame, for a decoder of `Track(captions:)`; nil without any.
  package func captions(at pts: MediaTime) -> Packet? {
    guard let found = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_A53_CC),
      unsafe (1...Self.mostCaptionBytes).contains(Int(found.pointee.size))
    else { return nil }
    return unsafe Packet(
      captions: UnsafeBufferPointer(start: found.pointee.data, count: Int(found.pointee.size)),
      at: pts)
  }

  /// More than 31 triplets do not fit in a frame's user data; some encoders send several.
  private static var mostCaptionBytes: Int { 1024 }
}

extension Track {
  /// The track of the captions in a video.
  package init?(captions info: TrackInfo) {
    guard let parameters = CodecParameters() else { return nil }
    unsafe parameters.raw.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    unsafe parameters.raw.pointee.codec_id = AV_CODEC_ID_EIA_608
    self.init(info, parameters, in: .nanoseconds)
  }

  /// FFmpeg's name of the codec of these captions.
  package static let captionCodec = "eia_608"
}
