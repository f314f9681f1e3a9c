import Testing
import VitrineControl

@testable import VitrineDaemon

struct PendingReloadsTests {
  private func words(_ answers: [PendingReloads<String>.Response]?) -> String {
    guard let answers else { return "nothing" }
    return answers.map { "\($0.client): \($0.refusal?.description ?? "done")" }
      .joined(separator: ", ")
  }

  @Test(
    "A client's reload is answered once nothing is being read",
    arguments: [
      // The configuration's fault at each client's request.
      ([], false, [], "nothing"), ([nil], true, [], "nothing"), ([nil], false, [], "A: done"),
      ([nil], false, ["/list: broken", "/other: broken"], "A: /list: broken"),
      (["line 3"], false, [], "A: line 3"), (["line 3"], false, ["/list: broken"], "A: line 3"),
      (["line 3", nil], true, ["/list: broken"], "nothing"),
      (["line 3", nil], false, [], "A: line 3, B: done"),
      (["line 3", nil], false, ["/list: broken"], "A: line 3, B: /list: broken"),
    ] as [([String?], Bool, [String], String)])
  func table(errors: [String?], isReading: Bool, listErrors: [String], answer: String) {
    var reloads = PendingReloads<String>()
    for (name, error) in zip("ABC", errors) {
      reloads.add("\(name)", configurationError: error)
    }
    #expect(words(reloads.finish(isReading: isReading, listErrors: listErrors)) == answer)
    // Each client gets one response.
    let rest = isReading ? errors.count : 0
    #expect(reloads.cancel().count == rest && reloads.cancel().isEmpty)
  }

  @Test("Waiting clients get a response at the end")
  func end() {
    var reloads = PendingReloads<String>()
    reloads.add("A", configurationError: "line 3")
    #expect(words(reloads.cancel()) == "A: the player is shutting down")
    #expect(reloads.finish(isReading: false, listErrors: []) == nil)
  }
}

extension PendingReloads<String>.Response: Equatable {
  static func == (a: Self, b: Self) -> Bool {
    a.client == b.client && a.refusal == b.refusal
  }
}
