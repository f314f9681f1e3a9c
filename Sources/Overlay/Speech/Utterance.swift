/// A text for the speech synthesiser. `SpeechQueue` decides when it is spoken. An empty text only
/// stops the current one of its kind.
package struct Utterance: Hashable, Sendable {
  package let text: String
  /// A code such as `de`.
  package let language: String
  package let isSubtitle: Bool

  /// A text of the interface.
  package init(_ text: String, in language: InterfaceLanguage) {
    (self.text, self.language, isSubtitle) = (text, language.rawValue, false)
  }

  package init(subtitle text: String, in language: String) {
    (self.text, self.language, isSubtitle) = (text, language, true)
  }
}

/// The state of the display in words, for a visitor who does not see it.
struct Announcement: Hashable, Sendable {
  /// The gallery, the page, the video, or the part of a menu.
  var place = ""
  /// The element with the keyboard focus.
  var focus = ""
  /// A value that changes all the time, such as the position. It is spoken only on request.
  var detail = ""
  /// A message, or the effect of a key.
  var alert = ""

  /// Joins phrases with pauses between them.
  static func joined(_ phrases: [String?]) -> String {
    phrases.compactMap(\.self).filter { !$0.isEmpty }.reduce("") { text, phrase in
      guard let last = text.last else { return phrase }
      return text + (".!?。؟…".contains(last) ? " " : ". ") + phrase
    }
  }
}

/// Decides which changes are spoken, for visitors who use keys. A key that changes nothing, like an arrow at the
/// end of a list, repeats the latest text.
struct Speech: Hashable, Sendable {
  /// Whether the visitor uses keys.
  private var isActive = false
  /// Whether a key was pressed since the latest announcement.
  private var isRequested = false
  /// Whether to stop the current speech.
  private var isStopping = false
  private var latest = Announcement()

  /// A longer text is cut off; any key interrupts it.
  private static let longest = 600

  /// Whether `utterance` has nothing to say, whatever the state: the visitor does not use keys.
  var isSilent: Bool { !isActive && !isStopping }

  mutating func recordKey() { (isActive, isRequested) = (true, true) }

  /// A visitor who touches the display sees it.
  mutating func recordFinger() { stop() }

  mutating func visitorLeft() { stop() }

  private mutating func stop() {
    if isActive { isStopping = true }
    (isActive, isRequested, latest) = (false, false, Announcement())
  }

  /// Returns what to say about the current state; nil if nothing is new.
  mutating func utterance(
    about current: Announcement, in language: InterfaceLanguage
  ) -> Utterance? {
    defer { isStopping = false }
    guard isActive else { return isStopping ? Utterance("", in: language) : nil }
    defer { (latest, isRequested) = (current, false) }
    let alert = current.alert == latest.alert ? "" : current.alert
    let phrases: [String]
    if current.place != latest.place {
      phrases = [alert, current.place, current.focus]
    } else if current.focus != latest.focus {
      phrases = [alert, current.focus]
    } else if !alert.isEmpty {
      phrases = [alert]
    } else if isRequested {
      phrases = [
        current.focus.isEmpty && current.detail.isEmpty ? current.place : current.focus,
        current.detail,
      ]
    } else {
      return nil
    }
    let text = Announcement.joined(phrases)
    return text.isEmpty ? nil : Utterance(String(text.prefix(Self.longest)), in: language)
  }
}
