import CVitrineFFmpeg
import VitrinePlayback

// What a container says of a track, for those who judge a file.
extension Track {
  /// Of video: whether its pictures are two fields each.
  public var isInterlaced: Bool {
    unsafe kind == .video && parameters.raw.pointee.field_order.rawValue > 1
  }

  /// Whether libavcodec has a decoder of it that needs no device.
  ///
  /// The corresponding C function is `avcodec_find_decoder`.
  public var isForProcessor: Bool {
    unsafe avcodec_find_decoder(parameters.raw.pointee.codec_id) != nil
  }

  /// Of sound: samples in a second, and channels.
  public var sound: (rate: Int, channels: Int)? {
    guard kind == .audio else { return nil }
    let raw = unsafe parameters.raw.pointee
    return unsafe (Int(raw.sample_rate), Int(raw.ch_layout.nb_channels))
  }
}
