/// A short sound in memory, in the format of the sound device.
package struct SoundClip: Hashable, Sendable {
  /// Interleaved.
  package let samples: [Int16]
  package let duration: Duration

  /// Decodes a file, such as a WAV file. Cuts it off at `longest` frames.
  package init(
    decoding bytes: [UInt8], to format: SoundFormat = .standard, longest: Int
  ) throws(MediaError) {
    var demuxer = try Demuxer(reading: MemoryBytes(bytes), interrupter: Demuxer.Interrupter())
    guard let track = demuxer.audio else { throw .noTracks }
    var decoder = try Decoder(of: track, threads: 1)
    var resampler = Resampler(to: format)
    var samples: [Int16] = []
    func drain() throws(MediaError) {
      while case .frame(let frame) = try decoder.receive() {
        samples += try resampler.convert(frame).samples
      }
    }
    reading: while samples.count < longest * format.channels {
      switch try demuxer.read() {
      case .audio(let packet):
        while try !decoder.send(packet) { try drain() }
        try drain()
      case .ended: break reading
      default: break
      }
    }
    _ = try decoder.send(nil)
    try drain()
    samples += try resampler.flush().samples
    self.samples = Array(samples.prefix(longest * format.channels))
    // bound: a clip has `longest` frames, which fit into memory.
    let frames = self.samples.count / format.channels
    duration = .nanoseconds(frames * 1_000_000_000 / format.rate)
  }
}
