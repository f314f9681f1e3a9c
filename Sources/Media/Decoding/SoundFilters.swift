import CVitrineFFmpeg
import Glibc
import VitrineLinux
package import VitrinePlayback

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
      guard let frame = Frame(samples: samples, format, at: fed) else {
        throw .call("changing the tempo", .init(rawValue: vitrine_error_memory))
      }
      fed += Int64(samples.count / format.frameSize)
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
}

/// Measures loudness by EBU R 128. Thread-bound. It uses FFmpeg's ebur128 filter.
@safe package struct LoudnessMeter: ~Copyable {
  private let format: SoundFormat
  private let graph: FilterGraph
  private var fed: Int64
  private var integrated: Double?
  /// The largest sample, of 16 bits.
  private var peak: Int
  private let binding: ThreadBinding

  /// `channels` is 2 or 6. The filter gives the rear channels of 5.1 their weight, and ignores the LFE.
  private init(channels: Int) throws(MediaError) {
    format = SoundFormat(rate: SoundFormat.standard.rate, channels: channels)
    let (rate, layout) = (format.rate, channels == 2 ? "stereo" : "5.1")
    graph = try FilterGraph(
      [
        (
          "abuffer", "in",
          "sample_rate=\(rate):sample_fmt=s16:channel_layout=\(layout):time_base=1/\(rate)"
        ),
        ("ebur128", "ebur128", "metadata=1:framelog=verbose"), ("abuffersink", "out", nil),
      ], purpose: "measuring the loudness")
    (fed, integrated, peak) = (0, nil, 0)
    binding = ThreadBinding()
  }

  /// Measures a file as it sounds in stereo and, if it has other channels, in 5.1. Returns nil if it is
  /// silent or has no sound. Blocks until all of it was read.
  package static func loudness(
    of path: String, interrupter: Demuxer.Interrupter
  ) throws(MediaError) -> FileLoudness? {
    guard let stereo = try loudness(of: path, interrupter, channels: 2) else { return nil }
    guard !stereo.isStereo, let surround = try loudness(of: path, interrupter, channels: 6) else {
      return FileLoudness(stereo: stereo.loudness, surround: stereo.loudness)
    }
    return FileLoudness(stereo: stereo.loudness, surround: surround.loudness)
  }

  private static func loudness(
    of path: String, _ interrupter: Demuxer.Interrupter, channels: Int
  ) throws(MediaError) -> (loudness: Loudness, isStereo: Bool)? {
    var demuxer = try Demuxer(path: path, interrupter: interrupter)
    guard let track = demuxer.audio else { return nil }
    var decoder = try Decoder(of: track, threads: 1)
    var meter = try LoudnessMeter(channels: channels)
    var resampler = Resampler(to: meter.format)
    var isStereo = true
    func drain() throws(MediaError) {
      while case .frame(let frame) = try decoder.receive() {
        if unsafe frame.raw.pointee.ch_layout.nb_channels != 2 { isStereo = false }
        try meter.add(try resampler.convert(frame).samples)
      }
    }
    func decode(_ packet: Packet?) throws(MediaError) {
      do throws(MediaError) {
        while try !decoder.send(packet) { try drain() }
        try drain()
      } catch .undecodable {
        // Playback skips damaged packets as well.
      }
    }
    reading: while true {
      switch try demuxer.read() {
      case .audio(let packet): try decode(packet)
      case .ended: break reading
      default: break
      }
    }
    try decode(nil)
    try meter.add(try resampler.flush().samples)
    return try meter.finish().map { ($0, isStereo) }
  }

  private mutating func add(_ samples: [Int16]) throws(MediaError) {
    binding.check()
    guard !samples.isEmpty else { return }
    for sample in samples { peak = max(peak, abs(Int(sample))) }
    guard let frame = Frame(samples: samples[...], format, at: fed) else {
      throw .call("measuring the loudness", .init(rawValue: vitrine_error_memory))
    }
    fed += Int64(samples.count / format.frameSize)
    try graph.send(frame, isShared: false)
    receive()
  }

  private mutating func finish() throws(MediaError) -> Loudness? {
    try graph.send(nil, isShared: false)
    receive()
    return integrated.flatMap { Loudness(integrated: $0, peak: Double(peak) / 32768) }
  }

  /// Each frame has the loudness up to its end.
  private mutating func receive() {
    while let frame = Frame(timebase: nil), graph.receive(into: frame) {
      guard
        let entry = unsafe av_dict_get(frame.raw.pointee.metadata, "lavfi.r128.I", nil, 0)
      else { continue }
      integrated = unsafe Double(String(cString: entry.pointee.value))
    }
  }
}

/// The loudness of a file on devices with two channels, and with more.
package struct FileLoudness: Hashable, Sendable {
  package let stereo, surround: Loudness

  package init(stereo: Loudness, surround: Loudness) {
    (self.stereo, self.surround) = (stereo, surround)
  }

  package func gain(to target: Double) -> ItemGain {
    ItemGain(stereo: stereo.gain(to: target), surround: surround.gain(to: target))
  }
}

/// The loudness of a file's sound, by EBU R 128.
package struct Loudness: Hashable, Sendable {
  /// In LUFS, over the whole file.
  package let integrated: Double
  /// The largest sample, of which 1 is full scale; nil if unknown.
  package let peak: Double?

  /// Quieter files are silence, and louder ones are not possible: the value is wrong.
  private static let plausible = -60.0...5
  /// In decibels: more would amplify noise.
  private static let largestGain = 24.0
  /// The limit of an amplified sample: peaks between samples are higher.
  private static let ceiling = 0.9

  /// Returns nil for values that cannot be true, as of silence or in bad tags.
  package init?(integrated: Double, peak: Double?) {
    guard Self.plausible.contains(integrated) else { return nil }
    self.integrated = integrated
    self.peak = peak.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// Reads the tags of ReplayGain 2.0 and, in Opus files, of RFC 7845. Bad ones are ignored.
  package init?(_ tags: MediaTags) {
    if let text = tags["R128_TRACK_GAIN"], let gain = Int16(text.trimmed) {
      // In 256ths of a decibel, relative to -23 LUFS.
      self.init(integrated: -23 - Double(gain) / 256, peak: nil)
    } else if let gain = tags["REPLAYGAIN_TRACK_GAIN"].flatMap(Self.decibels) {
      self.init(
        integrated: -18 - gain, peak: tags["REPLAYGAIN_TRACK_PEAK"].flatMap { Double($0.trimmed) })
    } else {
      return nil
    }
  }

  /// Such as `-6.20 dB`.
  private static func decibels(_ text: String) -> Double? {
    var number = text.trimmed[...]
    if number.lowercased().hasSuffix("db") { number = number.dropLast(2) }
    return Double(String(number).trimmed)
  }

  /// Returns the gain for a loudness of `target`. It amplifies only as far as the largest sample
  /// permits, and not if that is unknown.
  package func gain(to target: Double) -> Double {
    let gain = pow(10, min(target - integrated, Self.largestGain) / 20)
    guard gain > 1 else { return gain }
    return min(gain, max(1, peak.map { Self.ceiling / $0 } ?? 1))
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension Frame {
  /// A frame of interleaved samples; nil if there is no memory. `pts` is in samples.
  convenience init?(samples: ArraySlice<Int16>, _ format: SoundFormat, at pts: Int64) {
    self.init(timebase: nil)
    unsafe raw.pointee.format =
      (format.isWide ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16).rawValue
    unsafe raw.pointee.sample_rate = CInt(format.rate)
    unsafe raw.pointee.nb_samples = CInt(samples.count / format.frameSize)
    unsafe raw.pointee.pts = pts
    unsafe av_channel_layout_default(&raw.pointee.ch_layout, CInt(format.channels))
    guard unsafe av_frame_get_buffer(raw, 0) >= 0, let data = unsafe vitrine_frame_data(raw, 0)
    else { return nil }
    unsafe samples.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawPointer(data).copyMemory(
        from: bytes.baseAddress ?? UnsafeRawPointer(data), byteCount: bytes.count)
    }
  }
}
