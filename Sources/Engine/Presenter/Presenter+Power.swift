internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

extension Presenter {
  /// Turns the display on or off; pictures come and go meanwhile.
  func setPower(_ isOn: Bool) {
    if !isOn { hide(by: .off, at: now()) }
    sink.setPower(isOn)
    // What is asked for right after this counts the display's new vblanks.
    noteDisplay()
    if isOn { tally.reveal(from: .off, at: now()) }
  }

  /// Has the display so bright.
  func setBrightness(_ brightness: Brightness) {
    sink.setBrightness(brightness)
    noteDimming()
  }

  /// By what the display is so bright may change with it.
  func noteDimming() {
    let dimming = sink.dimming
    progress.update { $0.dimming = dimming }
  }

  /// Whether pictures are seen: what a display that is dark is given comes on no screen.
  func noteSight(_ news: DisplayNews) {
    switch news {
    case .lit: tally.reveal(from: [.unplugged, .off], at: now())
    case .dark: hide(by: .unplugged, at: now())
    case .off:
      hide(by: .off, at: now())
      tally.reveal(from: .unplugged, at: now())
    case .trouble, .reasserted: return
    }
  }

  func hide(by obstacle: Obstacles, at time: HostTime) {
    if let left = tally.hide(by: obstacle, at: time) { report(.screened(left)) }
  }

  /// What is seen now is the last that is.
  func endScreenTime(at now: HostTime) -> ScreenTime? { tally.take(at: now) }
}
