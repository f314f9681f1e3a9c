/// The findings as text: one line each, followed by the cause and the fix if known.
package struct Report: Sendable {
  private let findings: [Finding]
  private let hasMarks: Bool

  /// `hasMarks` is for terminals that support Unicode.
  package init(_ findings: [Finding], hasMarks: Bool) {
    self.findings = findings
    self.hasMarks = hasMarks
  }

  package var text: String {
    (findings.flatMap(lines) + ["", summary]).joined(separator: "\n")
  }

  private func lines(_ finding: Finding) -> [String] {
    let mark = padded(mark(finding.verdict), hasMarks ? 1 : 6)
    let check = padded(finding.check.rawValue, 13)
    let indent = String(repeating: " ", count: (hasMarks ? 1 : 6) + 16)
    var lines = ["\(mark) \(check)  \(finding.summary.printable)"]
    if let cause = finding.cause { lines.append("\(indent)\(cause.printable)") }
    if let cure = finding.cure {
      lines.append("\(indent)\(hasMarks ? "→" : "->") \(cure.printable)")
    }
    return lines
  }

  private func mark(_ verdict: Verdict) -> String {
    guard hasMarks else { return verdict.word }
    return switch verdict {
    case .good: "✓"
    case .advice: "!"
    case .bad: "✗"
    }
  }

  private var summary: String {
    let bad = findings.count(where: \.isBad)
    let advice = findings.count { $0.verdict == .advice }
    switch (bad, advice) {
    case (0, 0): return "No problems found."
    case (0, _): return "Ready to play, with \(counted(advice, "piece")) of advice."
    default:
      let end = advice > 0 ? ", \(counted(advice, "piece")) of advice" : ""
      return "\(counted(bad, "problem")) to fix\(end)."
    }
  }

  private func counted(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension String {
  /// The text without control characters, which names of displays and files may contain.
  fileprivate var printable: String {
    unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
  }
}
