internal import VitrinePictures
internal import VitrinePlayback
package import VitrineTiming

/// Decides which lines of the subtitles are read aloud: each once, as long as it is on screen.
///
/// Captions in the video may grow letter by letter. Their last line is held until it stops growing
/// or another one follows.
struct SubtitleReader: Hashable, Sendable {
  /// The lines on screen that need not be read any more.
  private var known: [String] = []
  private var held: HeldLine?
  private var phrases: [String] = []
  /// Whether anything was read since the latest stop.
  private var isReading = false
  private var isStopping = false

  private struct HeldLine: Hashable {
    let text: String
    let due: HostTime
  }

  /// Roll-up captions arrive with at most two letters in each frame.
  private static let settling = Duration.milliseconds(600)
  /// A longer text is cut off.
  private static let longest = 600

  var deadline: HostTime? { held?.due }

  /// Receives the lines now on screen; without `isWanted` they are not read.
  mutating func receive(_ lines: [String], isGrowing: Bool, isWanted: Bool, at now: HostTime) {
    // A held line that is gone was complete.
    let complete = held.flatMap { held in
      lines.contains { $0.hasPrefix(held.text) } ? nil : held.text
    }
    var fresh = lines.filter { !known.contains($0) }
    known = lines
    held = nil
    guard isWanted else { return }
    if isGrowing, let last = lines.last, fresh.last == last {
      fresh.removeLast()
      known.removeLast()
      held = HeldLine(text: last, due: now + Self.settling)
    }
    phrases += [complete].compactMap(\.self) + fresh
  }

  mutating func timePassed(_ now: HostTime) {
    guard let line = held, line.due <= now else { return }
    held = nil
    known.append(line.text)
    phrases.append(line.text)
  }

  /// Stops reading. The lines on screen are not read again.
  mutating func stop() {
    if let held { known.append(held.text) }
    (phrases, held) = ([], nil)
    if isReading { (isReading, isStopping) = (false, true) }
  }

  /// The subtitles belong to another position.
  mutating func reset() {
    stop()
    known = []
  }

  /// Returns what to read now; an empty text only stops the current one. Nil if nothing is new.
  mutating func text() -> String? {
    defer { (phrases, isStopping) = ([], false) }
    guard !phrases.isEmpty else { return isStopping ? "" : nil }
    isReading = true
    return String(phrases.joined(separator: " ").prefix(Self.longest))
  }
}

// Subtitles that are read aloud.
extension Interface {
  /// Receives the lines of the subtitles that are now on screen; nil if there are none from now on,
  /// such as after a seek. `isGrowing` says that lines may still grow.
  package mutating func receiveSubtitle(
    _ lines: [String]?, isGrowing: Bool = false, at now: HostTime
  ) {
    guard let lines else { return reader.reset() }
    reader.receive(lines, isGrowing: isGrowing, isWanted: readsSubtitles, at: now)
  }

  /// Returns the subtitle to read now; nil if none is new.
  package mutating func subtitleUtterance() -> Utterance? {
    reader.text().map { text in
      let track = context.status.selected.first { $0.kind == .subtitle }
      let language = track?.language.flatMap(LanguageCode.init)?.code
      return Utterance(subtitle: text, in: language ?? context.language.rawValue)
    }
  }

  /// Whether someone has chosen to have subtitles read aloud, and they can be.
  package var isReadAloudChosen: Bool {
    !context.options.isBare && context.options.speechProgram != nil
      && context.status.choices.subtitleStyle.speech == .on
  }

  /// Whether subtitles are read aloud now.
  var readsSubtitles: Bool {
    let status = context.status
    return isReadAloudChosen && status.phase.isActive && !status.isPaused && !status.isScrubbing
      && status.isDisplayOn
  }
}
