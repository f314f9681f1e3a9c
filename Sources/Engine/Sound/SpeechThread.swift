internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay

/// The thread "speech": has each text spoken by a program, and passes its sound on. Thread-safe.
///
/// A new text replaces the one before it at once.
final class SpeechThread: Sendable {
  private let texts = BoundedQueue<(number: Int, Utterance)>(limit: .max)
  /// The number of the latest text.
  private let latest = Shared(0)
  private let wakeup: Wakeup
  private let play: @Sendable ([Int16]) -> Void
  private let thread: NamedThread

  /// `play` replaces the sound that is being played; `report` receives the first error of a series.
  init(
    _ program: SpeechProgram, play: @escaping @Sendable ([Int16]) -> Void,
    report: @escaping @Sendable (SpeechError) -> Void
  ) throws(Errno) {
    let (texts, latest, wakeup) = (texts, latest, try Wakeup())
    (self.wakeup, self.play) = (wakeup, play)
    thread = try NamedThread("speech", priority: .background) {
      var hasFailed = false
      // The sound thread must not free memory: each clip stays here until it is long over.
      var played: (SoundClip?, SoundClip?) = (nil, nil)
      while let (number, utterance) = texts.pop() {
        let isWanted = { latest.value == number }
        guard isWanted(), !utterance.text.isEmpty else { continue }
        do throws(SpeechError) {
          let clip = try program.sound(
            of: utterance.text, in: utterance.language.rawValue, wakeup: wakeup, isWanted: isWanted)
          guard let clip, isWanted() else { continue }
          played = (clip, played.0)
          play(clip.samples)
          hasFailed = false
        } catch {
          if !hasFailed { report(error) }
          hasFailed = true
        }
      }
    }
  }

  /// Stops the current speech, and speaks this text.
  func say(_ utterance: Utterance) {
    play([])
    let number = latest.update { number in
      number += 1
      return number
    }
    texts.push((number, utterance))
    wakeup.ring()
  }

  func close() {
    latest.update { $0 += 1 }
    texts.close(discarding: true)
    wakeup.ring()
    thread.join()
  }
}
