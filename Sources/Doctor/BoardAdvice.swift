/// What is known of this kind of board, as far as it is advice.
public struct BoardAdvice: Hashable, Sendable {
  public var name: String
  /// For people.
  public var title: String
  /// For the kernel's command line, each with its reason.
  public var words: [Word] = []
  /// How many things do not work on it, or not as one would think.
  public var limitCount = 0

  public struct Word: Hashable, Sendable {
    public var word, reason: String

    public init(_ word: String, reason: String) { (self.word, self.reason) = (word, reason) }
  }

  public init(name: String, title: String) { (self.name, self.title) = (name, title) }
}

extension Facts {
  /// Whether what is advised for this board was done.
  var boardFindings: [Finding] {
    board.findings(.board) { board in
      guard let board else {
        return [Finding(.board, .good, "no board file; everything is detected by probing")]
      }
      let limits = board.limitCount > 0 ? "; its limits: vitrine board show" : ""
      // What the kernel's finding asks for is asked for once.
      let lacking = board.words.filter { !isSaid($0.word) && !quietWords.contains($0.word) }
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

  /// Also with another value, which the operator has chosen.
  private func isSaid(_ word: String) -> Bool {
    guard let arguments = kernel.value?.arguments else { return false }
    guard let sign = word.firstIndex(of: "=") else { return arguments.has(word) }
    return arguments.has(word) || arguments.value(of: String(word[..<sign])) != nil
  }
}

extension String {
  /// A sentence as a part of another.
  fileprivate var clause: String { hasSuffix(".") ? String(dropLast()) : self }
}
