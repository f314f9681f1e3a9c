internal import VitrinePictures

extension Screen {
  /// Parses `headless` with an optional mode, or the name of a connector. `Player.run` reports an
  /// error in the mode.
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
