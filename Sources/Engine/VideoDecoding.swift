internal import Linux
internal import Media
internal import Pictures
internal import Playback
internal import Timing

/// What a run's video thread does: packets to frames to pictures in scanout memory.
struct VideoDecoding {
  private let pipeline: Pipeline
  private let track: Track
  private let display: any PictureDisplay

  /// Packets in a row that a decoder may refuse before the track is given up.
  private static let patience = 200

  init(_ pipeline: Pipeline, _ track: Track, _ display: any PictureDisplay) {
    (self.pipeline, self.track, self.display) = (pipeline, track, display)
  }

  func run() {
    defer { pipeline.pictures.close() }
    do throws(PlaybackError) {
      var output = PictureWriter(pipeline, track, display)
      var decoder = try openDecoder(try output.lender())
      var refusals = 0
      while true {
        let packet = pipeline.videoPackets.pop()
        try feed(packet, to: &decoder, &output, &refusals)
        if packet == nil { break }
      }
      try output.finish()
      display.nudge()
    } catch {
      pipeline.tell(.failed(error))
    }
  }

  private func openDecoder(_ lender: BufferLender?) throws(PlaybackError) -> Decoder {
    do {
      return try Decoder(of: track, into: lender)
    } catch {
      throw PlaybackError(error)
    }
  }

  /// Gives one packet and takes all frames that come of it. Damaged packets are counted.
  private func feed(
    _ packet: Packet?, to decoder: inout Decoder, _ output: inout PictureWriter,
    _ refusals: inout Int
  ) throws(PlaybackError) {
    do throws(MediaError) {
      while try !decoder.send(packet) {
        guard try drain(&decoder, &output) else { return }
      }
      if try drain(&decoder, &output) { refusals = 0 }
    } catch .undecodable(let track, let detail) {
      refusals += 1
      pipeline.counts.update { $0.damaged += 1 }
      if refusals > Self.patience {
        throw PlaybackError(MediaError.undecodable(track: track, detail: detail))
      }
    } catch {
      throw PlaybackError(error)
    }
    if let failure = output.failure { throw failure }
  }

  /// Takes frames until the decoder wants more input. False when nobody wants them any more.
  private func drain(
    _ decoder: inout Decoder, _ output: inout PictureWriter
  ) throws(MediaError) -> Bool {
    while true {
      switch try decoder.receive() {
      case .needsInput, .ended: return true
      case .frame(let frame):
        guard output.take(frame) else { return false }
      }
    }
  }
}
