internal import Linux
internal import Media
internal import Playback
internal import Timing

/// What a run's audio thread does: packets to sound in the device's format. Sound that cannot
/// be decoded never stops the picture.
struct AudioDecoding {
  private let pipeline: Pipeline
  private let track: Track

  init(_ pipeline: Pipeline, _ track: Track) {
    (self.pipeline, self.track) = (pipeline, track)
  }

  func run() {
    defer {
      pipeline.sound.close()
      pipeline.noteStart(of: .audio, at: nil)
    }
    do throws(MediaError) {
      var decoder = try Decoder(of: track)
      var resampler = Resampler(to: .standard)
      while true {
        let packet = pipeline.audioPackets.pop()
        guard try feed(packet, to: &decoder, &resampler) else { return }
        if packet == nil { break }
      }
      _ = queue(try resampler.flush())
    } catch {
      pipeline.tell(.silent(PlaybackError(error)))
    }
  }

  /// False when nobody wants the sound any more.
  private func feed(
    _ packet: Packet?, to decoder: inout Decoder, _ resampler: inout Resampler
  ) throws(MediaError) -> Bool {
    do throws(MediaError) {
      while try !decoder.send(packet) {
        guard try drain(&decoder, &resampler) else { return false }
      }
      return try drain(&decoder, &resampler)
    } catch .undecodable {
      pipeline.counts.update { $0.damaged += 1 }
      return true
    }
  }

  private func drain(
    _ decoder: inout Decoder, _ resampler: inout Resampler
  ) throws(MediaError) -> Bool {
    while true {
      switch try decoder.receive() {
      case .needsInput, .ended: return true
      case .frame(let frame):
        guard queue(try resampler.convert(frame)) else { return false }
      }
    }
  }

  private func queue(_ chunk: SoundChunk) -> Bool {
    guard !chunk.samples.isEmpty else { return true }
    let weight = chunk.samples.count / SoundFormat.standard.channels
    guard pipeline.sound.push(chunk, weight: weight) else { return false }
    pipeline.noteStart(of: .audio, at: chunk.pts ?? .zero)
    return true
  }
}
