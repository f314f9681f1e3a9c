import Testing

@testable import VitrineSettings

@Suite("The name that was probably meant")
struct NearestNameTests {
  @Test(
    "The distance counts letters",
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
    "Only what is near is proposed",
    arguments: [
      ("acent", "accent"), ("Accent", "accent"), ("accnet", "accent"), ("on-acent", "on-accent"),
      ("onAccent", "on-accent"), ("text", "text"), ("txet", "text"), ("colour", nil), ("", nil),
      (String(repeating: "accent", count: 20), nil),
    ] as [(String, String?)])
  func proposal(word: String, name: String?) {
    #expect(nearest(to: word, of: ["text", "accent", "on-accent", "surface"]) == name)
  }
}
