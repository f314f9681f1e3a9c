internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay

/// The thread "speech": has each text spoken by a program, and passes its sound on. Thread-safe.
///
/// A new text replaces the one before it at once.
final class SpeechThread: Sendable {
  private let texts = BoundedQueue<Utterance>(limit: .max)
  private let isReplaced: Wakeup
  private let play: @Sendable ([Int16]) -> Void
  private let thread: NamedThread

  /// `play` replaces the sound that is being played; `report` receives the first error of a series.
  init(
    _ program: SpeechProgram, play: @escaping @Sendable ([Int16]) -> Void,
    report: @escaping @Sendable (SpeechError) -> Void
  ) throws(Errno) {
    let (texts, isReplaced) = (texts, try Wakeup())
    (self.isReplaced, self.play) = (isReplaced, play)
    thread = try NamedThread("speech", priority: .background) {
      var hasFailed = false
      while let utterance = texts.pop() {
        isReplaced.clear()
        guard texts.isEmpty, !utterance.text.isEmpty else { continue }
        do throws(SpeechError) {
          guard let clip = try program.sound(of: utterance, unless: isReplaced), texts.isEmpty
          else {
            continue
          }
          play(clip.samples)
          hasFailed = false
        } catch {
          if !hasFailed { report(error) }
          hasFailed = true
        }
      }
    }
  }

  /// Ends what is spoken, and speaks this.
  func say(_ utterance: Utterance) {
    play([])
    texts.push(utterance)
    isReplaced.ring()
  }

  func close() {
    texts.close(discarding: true)
    isReplaced.ring()
    thread.join()
  }
}
