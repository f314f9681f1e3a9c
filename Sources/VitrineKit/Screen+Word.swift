internal import VitrinePictures

extension Screen {
  /// In memory, or a connector; which one of them is not well said to be is told by `Player.run`.
  package init(word: String) {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first == "headless" else {
      self = Screen(word.isEmpty ? nil : word)
      return
    }
    guard parts.count == 2 else {
      self = .headless()
      return
    }
    guard let wish = ModeRequest(String(parts[1])) else {
      self = Screen(.unknown(word))
      return
    }
    self = .headless(
      width: wish.size.width, height: wish.size.height, refresh: wish.refresh ?? 60)
  }
}
