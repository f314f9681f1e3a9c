import CVitrineFFmpeg
import VitrineTiming

/// A chain of FFmpeg's filters. Thread-bound.
///
/// The first chain of the process loads libavfilter, which takes about 50 ms.
@safe struct FilterGraph: ~Copyable {
  /// A filter, its name in the graph, and its options.
  typealias Step = (filter: String, name: String, options: String?)

  private let library: vitrine_filters
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let purpose: String

  /// Links the steps, of which the first is a source and the last a sink. Errors name the purpose.
  init(_ steps: [Step], purpose: String) throws(MediaError) {
    guard let library = Self.library else {
      throw .unavailable("\(purpose) needs \(Self.missingLibrary() ?? ""), which is not installed")
    }
    var graph = library.graph_alloc()
    var contexts: [UnsafeMutablePointer<AVFilterContext>] = unsafe []
    for step in steps {
      var next: UnsafeMutablePointer<AVFilterContext>?
      guard
        unsafe library.graph_create_filter(
          &next, library.get_by_name(step.filter), step.name, step.options, nil, graph) >= 0,
        let next = unsafe next,
        unsafe contexts.last.map({ unsafe library.link($0, 0, next, 0) >= 0 }) ?? true
      else { break }
      unsafe contexts.append(next)
    }
    guard unsafe contexts.count == steps.count, let source = unsafe contexts.first,
      let sink = unsafe contexts.last, unsafe library.graph_config(graph, nil) >= 0
    else {
      unsafe library.graph_free(&graph)
      throw .call(purpose, .invalidData)
    }
    self.library = library
    unsafe self.graph = unsafe graph
    unsafe self.source = unsafe source
    unsafe self.sink = unsafe sink
    self.purpose = purpose
  }

  deinit {
    var graph = unsafe graph
    unsafe library.graph_free(&graph)
  }

  /// Loads the library. Returns its name if it is missing.
  static func missingLibrary() -> String? {
    library == nil ? unsafe String(cString: vitrine_filters_library()) : nil
  }

  private static let library: vitrine_filters? = {
    var library = vitrine_filters()
    return unsafe vitrine_load_filters(&library) == 0 ? nil : library
  }()

  /// The timebase of the frames that leave the sink.
  var timebase: Timebase? {
    let unit = unsafe library.get_time_base(sink)
    return Timebase(numerator: unit.num, denominator: unit.den)
  }

  /// Sends a frame, which the source takes over or refers to, or nil at the end. Wraps `av_buffersrc_add_frame_flags`.
  func send(_ frame: Frame?, isShared: Bool) throws(MediaError) {
    let result = unsafe library.add_frame(
      source, frame?.raw, isShared ? CInt(AV_BUFFERSRC_FLAG_KEEP_REF) : 0)
    guard result >= 0 else { throw .call(purpose, .init(rawValue: result)) }
  }

  /// Moves the next frame into an empty one. Returns false if none is ready. Wraps `av_buffersink_get_frame`.
  func receive(into frame: Frame) -> Bool { unsafe library.get_frame(sink, frame.raw) >= 0 }

  /// Changes an option of a filter. Wraps `avfilter_graph_send_command`.
  func set(_ option: String, of name: String, to value: String) -> Bool {
    unsafe library.graph_send_command(graph, name, option, value, nil, 0, 0) >= 0
  }
}
