/// The advice of a board file.
package struct BoardAdvice: Hashable, Sendable {
  package var name: String
  /// The full name.
  package var title: String
  /// Recommended kernel command-line options, with reasons.
  package var words: [Word] = []
  /// The number of known problems.
  package var limitCount = 0

  package struct Word: Hashable, Sendable {
    package var word, reason: String

    package init(_ word: String, reason: String) {
      self.word = word
      self.reason = reason
    }
  }

  package init(name: String, title: String) {
    self.name = name
    self.title = title
  }
}

extension MachineFacts {
  /// Whether this board's recommended options are set.
  var boardFindings: [Finding] {
    board.findings(.board) { board in
      guard let board else {
        return [Finding(.board, .good, "no board file; everything is detected by probing")]
      }
      let limits = board.limitCount > 0 ? "; its limits: vitrine board show" : ""
      // Leaves out what the kernel's findings already recommend.
      let quietWords = kernel.value?.quietWords ?? []
      let lacking = board.words.filter { !isPresent($0.word) && !quietWords.contains($0.word) }
      guard let kernel = kernel.value, !lacking.isEmpty else {
        return [Finding(.board, .good, "\(board.title)\(limits)")]
      }
      return [
        Finding(
          .board, .advice,
          "\(board.title): the command line lacks \(lacking.map(\.word).enumerated)",
          cause: lacking.map(\.reason.clause).joined(separator: "; "),
          cure: kernel.adding(lacking.map(\.word)))
      ]
    }
  }

  /// Whether the option is set, even to a different value that the operator has chosen.
  private func isPresent(_ word: String) -> Bool {
    guard let arguments = kernel.value?.arguments else { return false }
    guard let sign = word.firstIndex(of: "=") else { return arguments.has(word) }
    return arguments.has(word) || arguments.value(of: String(word[..<sign])) != nil
  }
}

extension String {
  /// The text without its full stop, as part of another sentence.
  fileprivate var clause: String { hasSuffix(".") ? String(dropLast()) : self }
}
