package import VitrineTiming

/// The order in which texts are spoken: the interface interrupts everything, a subtitle waits for
/// the text before it. It is skipped once another one follows, so that speech is never more than
/// one subtitle late.
package struct SpeechQueue: Hashable, Sendable {
  /// The interface's text, to be spoken at once.
  private var urgent: Utterance?
  private var subtitle: Utterance?
  private var current: Current?
  private var number = 0

  private struct Current: Hashable {
    let number: Int
    let isSubtitle: Bool
    /// Nil while it is synthesised.
    var end: HostTime?
  }

  package init() {}

  /// Adds a text. Returns whether the current speech ends at once.
  package mutating func add(_ utterance: Utterance) -> Bool {
    guard !utterance.text.isEmpty else { return stop(subtitles: utterance.isSubtitle) }
    guard !utterance.isSubtitle else {
      subtitle = utterance
      return false
    }
    (urgent, subtitle, current) = (utterance, nil, nil)
    return true
  }

  private mutating func stop(subtitles: Bool) -> Bool {
    if subtitles { subtitle = nil } else { urgent = nil }
    guard current?.isSubtitle == subtitles else { return false }
    current = nil
    return true
  }

  /// Ends everything.
  package mutating func removeAll() { (urgent, subtitle, current) = (nil, nil, nil) }

  /// Takes the text to synthesise now, with its number; nil if there is none yet.
  package mutating func next(at now: HostTime) -> (utterance: Utterance, number: Int)? {
    if let end = current?.end, end <= now { current = nil }
    let next = urgent ?? (current == nil ? subtitle : nil)
    guard let next else { return nil }
    if next.isSubtitle { subtitle = nil } else { urgent = nil }
    number += 1
    current = Current(number: number, isSubtitle: next.isSubtitle)
    return (next, number)
  }

  /// Whether the text with this number was not interrupted.
  package func isWanted(_ number: Int) -> Bool { current?.number == number }

  /// The text with this number is spoken until `end`, or could not be.
  package mutating func recordStart(of number: Int, until end: HostTime) {
    if isWanted(number) { current?.end = end }
  }

  /// When to ask for the next text.
  package var deadline: HostTime? { subtitle == nil ? nil : current?.end }
}
