import CVitrineFFmpeg
package import VitrinePlayback
package import VitrineTiming

// Captions in the video's own bit stream, CEA-608 and CEA-708 (ATSC A/53, part 4). The container does not list them: packets show that
// there are some, and the decoder's frames carry them in the order of presentation.

/// A track of captions in a video.
package enum CaptionService: Hashable, Sendable {
  /// CEA-608, once in line 21 of analogue television.
  case line21
  /// The service of CEA-708 with this number, 1–63.
  case digital(Int)
}

extension Packet {
  /// The services of captions that have something in a packet of video.
  package var captionServices: Set<CaptionService> {
    guard let data = unsafe raw.pointee.data else { return [] }
    var (place, count): (UnsafePointer<UInt8>?, CInt) = unsafe (UnsafePointer(data), 0)
    var services: Set<CaptionService> = []
    while let captions = unsafe vitrine_next_captions(&place, data + byteCount, &count) {
      let bytes = unsafe UnsafeBufferPointer(start: captions, count: 3 * Int(count))
      services.formUnion(unsafe CaptionService.captions(in: Array(bytes)))
    }
    return services
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

extension CaptionService {
  /// The services that have something in the captions of a frame. Encoders without captions send zeros and empty blocks.
  static func captions(in captions: [UInt8]) -> Set<CaptionService> {
    var services: Set<CaptionService> = []
    for place in stride(from: 0, to: captions.count - 2, by: 3)
    where captions[place] & 0b110 == 0b100
      && (captions[place + 1] | captions[place + 2]) & 0x7F != 0
    {
      services.insert(.line21)
    }
    var packets = DTVCCPackets()
    for case .block(let number, var bytes) in packets.receive(captions) + packets.end() {
      while let (command, length) = DTVCCCommand.first(in: bytes) {
        if command.isContent { services.insert(.digital(number)) }
        bytes = bytes.dropFirst(length)
      }
    }
    return services
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
  /// The track of a service of captions in a video.
  package init?(captions info: TrackInfo, _ service: CaptionService) {
    guard let parameters = CodecParameters() else { return nil }
    unsafe parameters.raw.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    unsafe parameters.raw.pointee.codec_id = AV_CODEC_ID_EIA_608
    self.init(info, parameters, in: .nanoseconds, captions: service)
  }
}

extension TrackInfo {
  /// Describes captions in a video whose sound has this language, which that of other services than the first is not.
  package init(captions service: CaptionService, index: Int, language: String?) {
    let (codec, title) =
      switch service {
      case .digital(let number): ("cea_708", "CS\(number)")
      // FFmpeg's name.
      case .line21: ("eia_608", "CC")
      }
    let isMain = service == .line21 || service == .digital(1)
    self.init(
      kind: .subtitle, index: index, codec: codec, language: isMain ? language : nil, title: title,
      audience: .hardOfHearing)
  }
}
