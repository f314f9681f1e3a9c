import CVitrineFFmpeg
import VitrineLinux

/// A filter that plays sound faster or slower without changing its pitch. Thread-bound. It uses
/// FFmpeg's atempo filter.
@safe package struct Tempo: ~Copyable {
  private let format: SoundFormat
  private let graph: FilterGraph
  private var fed: Int64
  private var rate: Double
  private let binding: ThreadBinding

  /// Loads the filter's library, which the first filter would otherwise do. Returns its name if it is missing.
  package static func missingLibrary() -> String? { FilterGraph.missingLibrary() }

  /// `rate` is 0.25 to 4.
  package init(rate: Double, format: SoundFormat) throws(MediaError) {
    guard let layout = [2: "stereo", 6: "5.1", 8: "7.1"][format.channels] else {
      throw .call("changing the tempo", .invalidData)
    }
    let sample = format.isWide ? "s32" : "s16"
    let input =
      "sample_rate=\(format.rate):sample_fmt=\(sample):channel_layout=\(layout):time_base=1/\(format.rate)"
    // One filter sounds good between half and double speed.
    let step = rate > 2 || rate < 0.5 ? rate.squareRoot() : rate
    let tempos = (0..<(step == rate ? 1 : 2)).map { ("atempo", "atempo\($0)", "tempo=\(step)") }
    graph = try FilterGraph(
      [("abuffer", "in", input)] + tempos + [
        ("aformat", "aformat", "sample_fmts=\(sample):channel_layouts=\(layout)"),
        ("abuffersink", "out", nil),
      ], purpose: "changing the tempo")
    (self.format, self.rate, fed) = (format, rate, 0)
    binding = ThreadBinding()
  }

  /// Changes the rate without a break. Returns false if that would change the number of filters.
  package mutating func setRate(_ rate: Double) -> Bool {
    binding.check()
    guard (0.5...2).contains(rate), (0.5...2).contains(self.rate) else { return false }
    self.rate = rate
    return graph.set("tempo", of: "atempo0", to: "\(rate)")
  }

  /// Sends interleaved samples (none at the end) and returns those that are ready.
  package mutating func process(_ samples: ArraySlice<Int16>) throws(MediaError) -> [Int16] {
    binding.check()
    if samples.isEmpty {
      try graph.send(nil, isShared: false)
    } else {
      guard let frame = makeFrame(samples) else {
        throw .call("changing the tempo", .init(rawValue: vitrine_error_memory))
      }
      try graph.send(frame, isShared: false)
    }
    var ready: [Int16] = []
    while let frame = Frame(timebase: nil), graph.receive(into: frame) {
      let count = unsafe Int(frame.raw.pointee.nb_samples) * format.frameSize
      guard let data = unsafe vitrine_frame_data(frame.raw, 0) else { continue }
      unsafe data.withMemoryRebound(to: Int16.self, capacity: count) { start in
        unsafe ready.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
      }
    }
    return ready
  }

  private mutating func makeFrame(_ samples: ArraySlice<Int16>) -> Frame? {
    guard let frame = Frame(timebase: nil) else { return nil }
    let count = samples.count / format.frameSize
    unsafe frame.raw.pointee.format =
      (format.isWide ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16).rawValue
    unsafe frame.raw.pointee.sample_rate = CInt(format.rate)
    unsafe frame.raw.pointee.nb_samples = CInt(count)
    unsafe frame.raw.pointee.pts = fed
    unsafe av_channel_layout_default(&frame.raw.pointee.ch_layout, CInt(format.channels))
    guard unsafe av_frame_get_buffer(frame.raw, 0) >= 0,
      let data = unsafe vitrine_frame_data(frame.raw, 0)
    else { return nil }
    unsafe samples.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawPointer(data).copyMemory(
        from: bytes.baseAddress ?? UnsafeRawPointer(data), byteCount: bytes.count)
    }
    fed += Int64(count)
    return frame
  }
}
