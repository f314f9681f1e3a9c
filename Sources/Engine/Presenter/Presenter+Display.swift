internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The requests of other threads to the display.
extension Presenter {
  /// Plans how to show pictures of this kind.
  func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    try sink.plan(for: description, arrangement)
  }

  /// Tests whether the display can show this memory by a plan that was made without it.
  func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) throws(PlaybackError) {
    try sink.accepts(buffer, by: plan)
  }

  /// Lets the display choose a mode that matches the frame rate.
  func match(_ content: Refresh) { sink.match(content) }

  /// Releases the display for another virtual terminal, until `enterDisplay`.
  func leaveDisplay() { (sink as? any DeviceSink)?.leave() }
  func enterDisplay() { (sink as? any DeviceSink)?.enter() }

  /// Closes the display's device and opens it again.
  func reopenDevice() { (sink as? any DeviceSink)?.reopenDevice() }

  /// Makes an event loop wait for the display's events as well, if it has a device.
  func addEvents(to loop: borrowing EventLoop, token: UInt64) throws(Errno) {
    guard let device = sink as? any DeviceSink else { return }
    try loop.add(device.eventSource, token: token)
  }

  /// The last figures of a display, at the end of playback.
  struct Conclusion: Sendable {
    /// The screen time of the last run.
    let screenTime: ScreenTime?
    let statistics: PlaybackStatistics
    let display: DisplayDescription
    let vblankPeriod: Duration
  }

  /// Ends the current screen time, and concludes the statistics.
  func conclude(at now: HostTime) -> Conclusion {
    let display = sink.description
    var statistics = currentStatistics()
    statistics.recoveries = display.recoveries
    return Conclusion(
      screenTime: endScreenTime(at: now), statistics: statistics, display: display,
      vblankPeriod: vblanks.period)
  }
}

/// Power and brightness.
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
