internal import KMS
internal import Linux
internal import Playback
internal import Timing

/// What is done about commits that the kernel refuses, and flips that do not come.
extension KMSDisplay {
  func timePassed(_ now: HostTime) throws(PlaybackError) {
    guard resting == nil, let step = watchdog.timePassed(now), let layers = slots.giveUp() else {
      return
    }
    do {
      _ = try recover(
        with: step, layers, .timedOut, try planes.request(for: layers, over: slots.onScreen))
    } catch {
      throw PlaybackError(error)
    }
  }

  /// One more try, harder than the last, until the picture is on screen or nothing helps.
  func recover(
    with step: FlipWatchdog.Step, _ layers: Layers, _ cause: Errno,
    _ refused: AtomicRequest
  ) throws(KMSError) -> Bool {
    recoveries += 1
    planes.forget()  // whatever the kernel has now, the next commit sets everything
    switch step {
    case .again: return false
    case .reopen:
      throw .commitRefused(cause, output: output.connector.name, request: "\(refused)")
    case .blocking, .modeset:
      var request = try planes.request(for: layers, over: slots.onScreen)
      if step == .modeset { try request.enable(output, mode: modeBlob) }
      do {
        try commit(request, .blocking(allowModeset: step == .modeset))
      } catch {
        return try recover(with: watchdog.refused(error), layers, error, request)
      }
      watchdog.recovered()
      arrive(layers)
      return true
    }
  }

  /// A blocking commit has brought these on screen.
  func arrive(_ layers: Layers) {
    slots.replace(with: layers)
    planes.noteDone(layers)
    let vblank = latestVblank ?? (0, .now())
    arrived.append(SinkFlip(layers, sequence: vblank.sequence, time: vblank.time))
  }
}
