import CVitrineFFmpeg
public import VitrinePlayback
public import VitrineTiming

extension Packet {
  /// Assigns the packet to the track at `index`, whose time base is the nanosecond. `place` maps
  /// its timestamps, in nanoseconds.
  public func move(to index: Int, from timebase: Timebase, _ place: (Int64) -> Int64) {
    func moved(_ stamp: Int64) -> Int64 {
      guard stamp != vitrine_no_pts, let time = timebase.mediaTime(of: stamp) else {
        return vitrine_no_pts
      }
      return place(time.nanoseconds)
    }
    let length = unsafe timebase.mediaTime(of: raw.pointee.duration)?.nanoseconds ?? 0
    unsafe raw.pointee.pts = unsafe moved(raw.pointee.pts)
    unsafe raw.pointee.dts = unsafe moved(raw.pointee.dts)
    unsafe raw.pointee.duration = length
    // bound: an index of a stream
    unsafe raw.pointee.stream_index = CInt(index)
  }
}

extension Track {
  /// Returns the track with another index and timestamps in nanoseconds.
  public func moved(as info: TrackInfo) -> Track {
    Track(self, as: info, in: .nanoseconds)
  }

  /// Whether a decoder for this track also accepts the other's packets.
  public func decodes(like other: Track) -> Bool { parameters.decode(like: other.parameters) }
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
