internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

extension Presenter {
  /// Turns the display on or off; pictures still advance meanwhile.
  func setPower(_ isOn: Bool) {
    if !isOn { hide(by: .off, at: now()) }
    sink.setPower(isOn)
    // Later requests use the display's new vblanks.
    checkDisplay()
    if isOn { tally.reveal(from: .off, at: now()) }
  }

  /// Sets the display's brightness.
  func setBrightness(_ brightness: Brightness) {
    sink.setBrightness(brightness)
    publishDimming()
  }

  /// The means of dimming may change with the brightness.
  func publishDimming() {
    let dimming = sink.dimming
    progress.update { $0.dimming = dimming }
  }

  /// Records whether pictures are visible: while the display is dark, committed pictures reach no
  /// screen.
  func updateVisibility(for news: DisplayEvent) {
    switch news {
    case .lit: tally.reveal(from: [.unplugged, .off], at: now())
    case .dark: hide(by: .unplugged, at: now())
    case .off:
      hide(by: .off, at: now())
      tally.reveal(from: .unplugged, at: now())
    case .warning, .reasserted: return
    }
  }

  func hide(by obstacle: Obstacles, at time: HostTime) {
    if let left = tally.hide(by: obstacle, at: time) { report(.screened(left)) }
  }

  /// Ends the current screen time.
  func endScreenTime(at now: HostTime) -> ScreenTime? { tally.end(at: now) }
}
