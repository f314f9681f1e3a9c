internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineTiming

/// Slow movement of everything on screen, against burn-in: only planes are moved.
extension KMSDisplay {
  /// If no picture comes within this time, everything is moved without one.
  private static let longestWait = Duration.milliseconds(250)

  /// When to move without a picture; nil without movement.
  var aloneMoveDue: HostTime? { planes.moveDue.map { $0 + Self.longestWait } }

  /// Moves the next pictures, if the kernel accepts these layers at their new position. Returns whether
  /// it does.
  @discardableResult
  func move(_ layers: Layers, at now: HostTime) throws(KMSError) -> Bool {
    var moved = planes
    moved.move(at: now)
    let request = try moved.request(for: layers, over: nil)
    do throws(Errno) {
      try commits.commit(request, .test(allowModeset: false), layers)
      planes = moved
      return true
    } catch {
      // An output that another process has turned off rejects everything.
      if error.isRefusal, stateInKernel != .off {
        refuseMoving(error)
      } else {
        planes.postponeMove(after: now)
      }
      return false
    }
  }

  /// Leaves pictures in their place from now on if the kernel does not accept this one under a finger: the interface then
  /// moves over it.
  func testFilmMove(_ layers: Layers) throws(KMSError) {
    let request = try planes.request(for: layers, over: nil)
    do throws(Errno) {
      try commits.commit(request, .test(allowModeset: false), layers)
    } catch {
      // An output that another process has turned off rejects everything.
      if error.isRefusal, stateInKernel != .off { planes.refuseMovingFilms() }
    }
  }

  /// Returns to the centre for good if the kernel refuses these layers at their present position but accepts
  /// them there. Returns whether it does.
  func returnToCentre(_ layers: Layers, after error: Errno) throws(KMSError) -> Bool {
    guard planes.output.area != routes.output.area else { return false }
    var centred = planes
    centred.stopMoving()
    centred.forget()
    let request = try centred.request(for: layers, over: nil)
    guard (try? commits.commit(request, .test(allowModeset: false), layers)) != nil else {
      return false
    }
    refuseMoving(error)
    planes.forget()
    return true
  }

  /// Moves everything without another picture, if there was none to move with.
  func commitMove(_ now: HostTime) throws(PlaybackError) {
    guard isLit, !isBusy, let due = aloneMoveDue, due <= now else { return }
    guard let layers = commits.slots.onScreen else { return planes.move(at: now) }
    do throws(KMSError) {
      guard try move(layers, at: now) else { return }
      let request = try planes.request(for: layers, over: nil)
      do throws(Errno) {
        try commits.commit(request, .blocking(allowModeset: false), layers)
        planes.recordCommit(of: layers)
      } catch {
        // The next picture sets everything.
        planes.forget()
      }
    } catch {
      throw PlaybackError(error)
    }
  }

  /// The kernel does not accept another position: everything stays at the centre.
  private func refuseMoving(_ error: Errno) {
    planes.stopMoving()
    epochs.renew()
    pendingEvents.append(
      .warning(
        "\(output.connector.name): cannot move the picture: the driver \(device.driver) rejected the "
          + "position: \(error). Remove display.pixel-shift"))
  }
}
