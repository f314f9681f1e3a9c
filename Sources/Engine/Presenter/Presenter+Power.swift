internal import Linux
internal import Playback
internal import Scanout
internal import Timing

extension Presenter {
  /// Turns the display on or off; pictures come and go meanwhile.
  func setPower(_ isOn: Bool) {
    sink.setPower(isOn)
    // What is asked for right after this counts the display's new vblanks.
    noteDisplay()
  }

  /// Whether pictures are seen: what a display that is dark is given comes on no screen.
  func noteSight(_ news: DisplayNews) {
    let isSeen: Bool
    switch news {
    case .lit: isSeen = true
    case .dark, .off: isSeen = false
    case .trouble, .reasserted: return
    }
    if let left = tally.setSeen(isSeen, at: .now()) { report(.screened(left)) }
  }

  /// What is seen now is the last that is.
  func endScreenTime(at now: HostTime) -> ScreenTime? { tally.take(at: now) }
}
