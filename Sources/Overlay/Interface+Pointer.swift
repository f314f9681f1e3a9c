internal import VitrineGestures
package import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
package import VitrineTiming

// Mice and trackballs. A pressed left button is a finger, the right button is the key Back, and the
// wheel scrolls or sets the volume.
extension Interface {
  /// The pointer has moved by counts of its device.
  package mutating func movePointer(
    across: Int, down: Int, at now: HostTime
  ) -> [InterfaceRequest] {
    guard isTouched else { return [] }
    pointer.move(across, down, context.metrics)
    return followPointer(at: now)
  }

  /// An absolute pointer is here, in pixels of the upright display.
  package mutating func putPointer(at place: Point, at now: HostTime) -> [InterfaceRequest] {
    guard isTouched else { return [] }
    let top = Double(context.metrics.top)
    pointer.put(at: Point(place.x, place.y - top), context.metrics)
    return followPointer(at: now)
  }

  /// In pixels of the upright display.
  private var pointerOnDisplay: Point {
    Point(pointer.place.x, pointer.place.y + Double(context.metrics.top))
  }

  private mutating func followPointer(at now: HostTime) -> [InterfaceRequest] {
    pointer.appearance.show(at: now, for: Pointer.stay)
    if let press = pointer.press {
      return receive(TouchFrame([Contact(id: press, at: pointerOnDisplay)], at: now))
    }
    return usePointer(at: now) { interface in
      interface.screen.changeVideo { if !$0.isAttracting { $0.visibility.show(at: now) } }
      return []
    }
  }

  /// Wakes the display, ends the countdown, or does what the pointer is used for.
  private mutating func usePointer(
    at now: HostTime, _ act: (inout Interface) -> [InterfaceRequest]
  ) -> [InterfaceRequest] {
    defer { settle(at: now) }
    presence.recordTouchscreen(at: now)
    let wake = keepAwake(at: now)
    guard context.status.isDisplayOn else { return wake }
    if presence.countdown.isShown { return wake + stay(at: now) }
    recordUse(at: now)
    return wake + act(&self)
  }

  /// The left button has been pressed or released.
  package mutating func pressPointer(_ isDown: Bool, at now: HostTime) -> [InterfaceRequest] {
    // A release counts whatever has happened since the press.
    guard isTouched || !isDown else { return [] }
    pointer.setPressed(isDown)
    if isDown { pointer.appearance.show(at: now, for: Pointer.stay) }
    let contacts = pointer.press.map { [Contact(id: $0, at: pointerOnDisplay)] } ?? []
    return receive(TouchFrame(contacts, at: now))
  }

  /// The device was disconnected while its button was down.
  package mutating func losePointer(at now: HostTime) -> [InterfaceRequest] {
    guard pointer.press != nil else { return [] }
    pointer.setPressed(false)
    return loseTouches(at: now)
  }

  /// The wheel has turned by notches, positive away from the hand.
  package mutating func turnWheel(_ notches: Int, at now: HostTime) -> [InterfaceRequest] {
    guard isOperated, !service.isShown, notches != 0 else { return [] }
    return usePointer(at: now) { interface in
      interface.pointer.appearance.show(at: now, for: Pointer.stay)
      return interface.screen.turnWheel(notches, &interface.context, at: now)
    }
  }
}
