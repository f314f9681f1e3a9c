/// The texts before the latest changes.
struct TemplateHistory {
  /// A text, and the revision of the one that replaced it.
  struct Step: Hashable {
    let text: String
    let successor: String
  }

  private(set) var steps: [Step] = []

  private static let most = 50

  mutating func record(_ text: String, before successor: String) {
    steps.append(Step(text: text, successor: successor))
    if steps.count > Self.most { steps.removeFirst() }
  }

  /// The text before this revision; nil if another program has written it.
  func text(before revision: String) -> String? {
    steps.last.flatMap { $0.successor == revision ? $0.text : nil }
  }

  mutating func removeLast() { _ = steps.popLast() }
}

/// On disk: a line with the revision, and the text.
extension TemplateHistory.Step {
  var file: String { "\(successor)\n\(text)" }

  init?(file: String) {
    // A line break of Windows is one character, so lines are divided by scalars.
    let scalars = file.unicodeScalars
    guard let end = scalars.firstIndex(of: "\n") else { return nil }
    self.init(
      text: String(scalars[scalars.index(after: end)...]), successor: String(scalars[..<end]))
  }
}
