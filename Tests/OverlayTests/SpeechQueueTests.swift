import Testing
import VitrineTiming

@testable import VitrineOverlay

@Suite("The order in which texts are spoken")
struct SpeechQueueTests {
  /// A synthesiser that needs no time. Each text is spoken for a second.
  private struct Speaker {
    private var queue = SpeechQueue()
    private(set) var now = HostTime(nanoseconds: 0)
    /// The texts that were begun, and `-` for each interruption.
    private(set) var heard: [String] = []

    mutating func say(_ text: String) {
      if queue.add(Utterance(text, in: .en)) { heard.append("-") }
      begin()
    }

    mutating func read(_ text: String) {
      if queue.add(Utterance(subtitle: text, in: "de")) { heard.append("-") }
      begin()
    }

    mutating func wait(_ milliseconds: Int) {
      let end = now + .milliseconds(milliseconds)
      while let due = queue.deadline, due <= end {
        now = max(now, due)
        begin()
      }
      now = end
      begin()
    }

    private mutating func begin() {
      guard let (utterance, number) = queue.next(at: now) else { return }
      heard.append(utterance.text)
      queue.recordStart(of: number, until: now + .seconds(1))
    }
  }

  @Test("A subtitle waits for the one before it, and is skipped if another one follows")
  func subtitles() {
    var speaker = Speaker()
    for text in ["a", "b", "c"] {
      speaker.read(text)
      speaker.wait(300)
    }
    speaker.wait(300)
    #expect(speaker.heard == ["a", "c"])
    speaker.wait(5000)
    speaker.read("d")
    #expect(speaker.heard == ["a", "c", "d"])
  }

  @Test("The interface interrupts, and the subtitle that waits is not read")
  func interface() {
    var speaker = Speaker()
    speaker.read("a")
    speaker.read("b")
    speaker.say("Pause")
    speaker.wait(5000)
    #expect(speaker.heard == ["a", "-", "Pause"])
  }

  @Test("A subtitle waits for the interface")
  func waiting() {
    var speaker = Speaker()
    speaker.say("Play")
    speaker.read("a")
    #expect(speaker.heard == ["-", "Play"])
    speaker.wait(1000)
    #expect(speaker.heard == ["-", "Play", "a"])
  }

  @Test("An empty text stops only its own kind")
  func stops() {
    var speaker = Speaker()
    speaker.say("Pause")
    speaker.read("a")
    speaker.read("")
    speaker.wait(5000)
    #expect(speaker.heard == ["-", "Pause"])
    speaker.read("b")
    speaker.say("")
    #expect(speaker.heard == ["-", "Pause", "b"])
    speaker.read("")
    #expect(speaker.heard == ["-", "Pause", "b", "-"])
  }

  @Test("A text that was interrupted while it was synthesised is not wanted any more")
  func interrupted() throws {
    var queue = SpeechQueue()
    _ = queue.add(Utterance(subtitle: "a", in: "de"))
    let next = queue.next(at: HostTime(nanoseconds: 0))
    let first = try #require(next)
    #expect(queue.isWanted(first.number))
    let isInterrupted = queue.add(Utterance("b", in: .en))
    #expect(isInterrupted && !queue.isWanted(first.number))
    let following = queue.next(at: HostTime(nanoseconds: 0))
    let second = try #require(following)
    queue.recordStart(of: first.number, until: HostTime(nanoseconds: 9))
    #expect(second.utterance.text == "b" && queue.isWanted(second.number))
  }
}
