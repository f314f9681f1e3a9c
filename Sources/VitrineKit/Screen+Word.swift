internal import VitrinePictures

extension Screen {
  /// What is not in memory, or not well said to be, is a connector: there is none of such a name, which is told.
  package init(word: String) {
    self = Self.inMemory(word) ?? Screen(word.isEmpty ? nil : word)
  }

  private static func inMemory(_ word: String) -> Screen? {
    if word == "headless" { return .headless() }
    let start = "headless:"
    guard word.hasPrefix(start), let wish = ModeRequest(String(word.dropFirst(start.count))) else {
      return nil
    }
    return .headless(
      width: wish.size.width, height: wish.size.height, refresh: wish.refresh ?? 60)
  }
}
