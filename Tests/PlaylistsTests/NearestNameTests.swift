import Testing

@testable import VitrinePlaylists

@Suite("Suggestions for mistyped names")
struct NearestNameTests {
  @Test(
    "The edit distance counts letters",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abd", 1),
      ("abc", "ab", 1), ("abc", "xabc", 1), ("abc", "acb", 1), ("ab", "ba", 1),
      ("kitten", "sitting", 3),
      ("äöü", "aou", 3),
    ])
  func distance(left: String, right: String, distance: Int) {
    #expect(editDistance(left, right) == distance)
    #expect(editDistance(right, left) == distance)
  }

  @Test(
    "Only close names are suggested",
    arguments: [
      ("acent", "accent"), ("Accent", "accent"), ("accnet", "accent"), ("on-acent", "on-accent"),
      ("onAccent", "on-accent"), ("text", "text"), ("txet", "text"), ("colour", nil), ("", nil),
      (String(repeating: "accent", count: 20), nil),
    ] as [(String, String?)])
  func proposal(word: String, name: String?) {
    #expect(nearest(to: word, of: ["text", "accent", "on-accent", "surface"]) == name)
  }

  @Test("A message ends with the suggestion, if there is one")
  func ending() {
    #expect(suggestion(for: "paus", of: ["play", "pause"]) == ": did you mean pause?")
    #expect(suggestion(for: "fly", of: ["play", "pause"]) == "")
  }
}
