import CVitrineFFmpeg
import VitrinePlayback

// The properties of a track for checks of a file.
extension Track {
  /// Whether its pictures consist of two fields each.
  public var isInterlaced: Bool {
    unsafe kind == .video && parameters.raw.pointee.field_order.rawValue > 1
  }

  /// Whether libavcodec has a software decoder for it.
  ///
  /// The corresponding C function is `avcodec_find_decoder`.
  public var isForProcessor: Bool {
    unsafe avcodec_find_decoder(parameters.raw.pointee.codec_id) != nil
  }

  /// The sample rate and the number of channels of an audio track.
  public var sound: (rate: Int, channels: Int)? {
    guard kind == .audio else { return nil }
    let raw = unsafe parameters.raw.pointee
    return unsafe (Int(raw.sample_rate), Int(raw.ch_layout.nb_channels))
  }
}
