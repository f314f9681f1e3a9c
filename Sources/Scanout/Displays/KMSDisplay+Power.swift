internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming

/// Turning an output off on request.
extension KMSDisplay {
  /// The kernel's state of an output.
  enum StateInKernel { case off, inMode, otherwise }

  /// Turns off the signal, or shows black; pictures are then not visible.
  func turnOff(_ off: DisplayOff) throws(KMSError) {
    var buffer: ScanoutBuffer?
    switch off {
    case .dpms:
      do {
        try commitDisable()
      } catch {
        throw .commitRefused(error, output: output.connector.name, request: "off")
      }
    case .black: buffer = try commitBlack()
    }
    recordDisable(over: buffer)
  }

  /// Sets the mode with a black picture, and returns it.
  private func commitBlack() throws(KMSError) -> ScanoutBuffer {
    var request = AtomicRequest()
    let black = try device.makeScanoutBuffer(.xrgb8888, size: size, room: nil, populating: false)
    try routes.configureBlack(&request, black)
    try request.enable(output, mode: signal.mode)
    routes.signal.setPlain(routes.signal.standard, in: &request)
    planes.forget()
    do {
      try commits.commit(request, .blocking(allowModeset: true))
    } catch {
      throw .commitRefused(error, output: output.connector.name, request: "\(request)")
    }
    signal.recordCommit(of: routes.signal.standard)
    planes.recordEnable(with: nil, black: nil)
    return black
  }

  /// Read from the kernel; nil if it reports none.
  var stateInKernel: StateInKernel? {
    let asked = device.values(of: ["ACTIVE", "MODE_ID"], output.crtc)
    guard let active = asked["ACTIVE"], let mode = asked["MODE_ID"] else { return nil }
    if active == 0 { return .off }
    return mode == UInt64(signal.mode.id) ? .inMode : .otherwise
  }
}
