internal import VitrineGestures
internal import VitrinePlayback
internal import VitrineTiming

// The service menu: the corner to hold, and the menu above everything else.
extension Interface {
  /// Receives the answer to `InterfaceRequest.screenFacts`.
  public mutating func receive(_ facts: ScreenFacts) { service.receive(facts) }

  /// Whether touches and keys have an effect on the interface.
  var isOperated: Bool { !context.options.isBare || service.isShown }

  mutating func watchCorner(_ frame: TouchFrame) {
    guard context.options.servicePIN != nil, context.status.isDisplayOn, !service.isShown else {
      return service.hold.cancel()
    }
    service.hold.feed(frame, in: context.options.serviceCorner, context.metrics)
  }

  /// Opens the menu. Cancels the effects of the finger in the corner, which is ignored until it is
  /// lifted.
  private mutating func openService(at now: HostTime) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    for gesture in recogniser.ignoreCurrentTouches(at: now) {
      requests += deliver(gesture, at: now)
    }
    _ = repeater.releaseAll(except: .power)
    // The finger's long press has opened it.
    screen.changeVideo { $0.menu = nil }
    service.open(at: now)
    return requests
  }

  mutating func passServiceTime(_ now: HostTime) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    if service.hold.timePassed(now) { requests += openService(at: now) }
    requests += service.timePassed(now)
    return requests
  }
}
