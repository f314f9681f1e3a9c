internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay
internal import VitrineTiming

/// The thread "speech": has texts spoken by a program, in the order of `SpeechQueue`, and passes
/// their sound on. Thread-safe.
final class SpeechThread: Sendable {
  private let queue = Shared(SpeechQueue())
  /// Wakes the thread after a change of the queue.
  private let changes = BoundedQueue<Void>(limit: .max)
  private let wakeup: Wakeup
  private let play: @Sendable ([Int16]) -> Void
  private let thread: NamedThread

  /// Between two texts; the sound thread may start up to 20 ms later.
  private static let pause = Duration.milliseconds(150)

  /// `play` replaces the sound that is being played; `report` receives the first error of a series.
  init(
    _ program: SpeechProgram, play: @escaping @Sendable ([Int16]) -> Void,
    report: @escaping @Sendable (SpeechError) -> Void
  ) throws(Errno) {
    let (queue, changes, wakeup) = (queue, changes, try Wakeup())
    (self.wakeup, self.play) = (wakeup, play)
    thread = try NamedThread("speech", priority: .background) {
      var hasFailed = false
      // The sound thread must not free memory: each clip stays here until it is long over.
      var played: (SoundClip?, SoundClip?) = (nil, nil)
      while !changes.isExhausted {
        guard let (utterance, number) = queue.update({ $0.next(at: .now()) }) else {
          _ = changes.pop(until: queue.value.deadline)
          continue
        }
        var end = HostTime.now()
        do throws(SpeechError) {
          let clip = try program.sound(of: utterance.text, in: utterance.language, wakeup: wakeup) {
            queue.value.isWanted(number)
          }
          hasFailed = false
          if let clip {
            end = .now() + clip.duration + Self.pause
            // Under the lock: it must not replace the silence of an interruption.
            let isPlayed = queue.update { queue in
              guard queue.isWanted(number) else { return false }
              play(clip.samples)
              return true
            }
            if isPlayed { played = (clip, played.0) }
          }
        } catch {
          if !hasFailed { report(error) }
          hasFailed = true
        }
        queue.update { $0.recordStart(of: number, until: end) }
      }
    }
  }

  /// Speaks this text, at once or in its turn.
  func say(_ utterance: Utterance) {
    queue.update { queue in
      if queue.add(utterance) { play([]) }
    }
    changes.push(())
    wakeup.ring()
  }

  func close() {
    queue.update { $0.removeAll() }
    changes.close(discarding: true)
    wakeup.ring()
    thread.join()
  }
}
