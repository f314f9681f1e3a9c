import CVitrineFFmpeg
import VitrineLinux

/// A filter that plays sound faster or slower without changing its pitch. Thread-bound. It uses
/// FFmpeg's atempo filter.
@safe public struct Tempo: ~Copyable {
  private let format: SoundFormat
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private var fed: Int64
  private var rate: Double
  private let binding: ThreadBinding

  /// `rate` is 0.25 to 4.
  public init(rate: Double, format: SoundFormat) throws(MediaError) {
    var graph = unsafe avfilter_graph_alloc()
    var ends: (UnsafeMutablePointer<AVFilterContext>?, UnsafeMutablePointer<AVFilterContext>?)
    unsafe ends = (nil, nil)
    let input =
      "sample_rate=\(format.rate):sample_fmt=s16:channel_layout=stereo:time_base=1/\(format.rate)"
    // One filter sounds good between half and double speed.
    let step = rate > 2 || rate < 0.5 ? rate.squareRoot() : rate
    let steps = step == rate ? 1 : 2
    guard format.channels == 2,
      unsafe avfilter_graph_create_filter(
        &ends.0, avfilter_get_by_name("abuffer"), "in", input, nil, graph) >= 0,
      unsafe avfilter_graph_create_filter(
        &ends.1, avfilter_get_by_name("abuffersink"), "out", nil, nil, graph) >= 0,
      let source = unsafe ends.0, let sink = unsafe ends.1,
      unsafe Self.link(source, sink, step: step, steps: steps, graph),
      unsafe avfilter_graph_config(graph, nil) >= 0
    else {
      unsafe avfilter_graph_free(&graph)
      throw .call("changing the tempo", .invalidData)
    }
    unsafe self.graph = graph
    unsafe self.source = unsafe source
    unsafe self.sink = unsafe sink
    (self.format, self.rate, fed) = (format, rate, 0)
    binding = ThreadBinding()
  }

  deinit {
    var graph = unsafe graph
    unsafe avfilter_graph_free(&graph)
  }

  /// Changes the rate without a break. Returns false if that would change the number of filters.
  /// Wraps `avfilter_graph_send_command`.
  public mutating func setRate(_ rate: Double) -> Bool {
    binding.check()
    guard (0.5...2).contains(rate), (0.5...2).contains(self.rate) else { return false }
    self.rate = rate
    return unsafe avfilter_graph_send_command(graph, "atempo0", "tempo", "\(rate)", nil, 0, 0) >= 0
  }

  private static func link(
    _ source: UnsafeMutablePointer<AVFilterContext>,
    _ sink: UnsafeMutablePointer<AVFilterContext>, step: Double, steps: Int,
    _ graph: UnsafeMutablePointer<AVFilterGraph>?
  ) -> Bool {
    var last = unsafe source
    let middle =
      (0..<steps).map { ("atempo", "atempo\($0)", "tempo=\(step)") }
      + [("aformat", "aformat", "sample_fmts=s16:channel_layouts=stereo")]
    for (filter, name, options) in middle {
      var made: UnsafeMutablePointer<AVFilterContext>?
      guard
        unsafe avfilter_graph_create_filter(
          &made, avfilter_get_by_name(filter), name, options, nil, graph) >= 0,
        let made = unsafe made, unsafe avfilter_link(last, 0, made, 0) >= 0
      else { return false }
      unsafe last = unsafe made
    }
    return unsafe avfilter_link(last, 0, sink, 0) >= 0
  }

  /// Sends interleaved samples (none at the end) and returns those that are ready.
  public mutating func process(_ samples: ArraySlice<Int16>) throws(MediaError) -> [Int16] {
    binding.check()
    var result: CInt
    if samples.isEmpty {
      result = unsafe av_buffersrc_add_frame_flags(source, nil, 0)
    } else {
      guard let frame = makeFrame(samples) else {
        throw .call("changing the tempo", .init(rawValue: vitrine_error_memory))
      }
      result = unsafe av_buffersrc_add_frame_flags(source, frame.raw, 0)
    }
    guard result >= 0 else { throw .call("changing the tempo", .init(rawValue: result)) }
    var ready: [Int16] = []
    while let frame = Frame(timebase: nil), unsafe av_buffersink_get_frame(sink, frame.raw) >= 0 {
      let count = unsafe Int(frame.raw.pointee.nb_samples) * format.channels
      guard let data = unsafe vitrine_frame_data(frame.raw, 0) else { continue }
      unsafe data.withMemoryRebound(to: Int16.self, capacity: count) { start in
        unsafe ready.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
      }
    }
    return ready
  }

  private mutating func makeFrame(_ samples: ArraySlice<Int16>) -> Frame? {
    guard let frame = Frame(timebase: nil) else { return nil }
    let count = samples.count / format.channels
    unsafe frame.raw.pointee.format = AV_SAMPLE_FMT_S16.rawValue
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
