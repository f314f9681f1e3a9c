internal import VitrineGestures
internal import VitrinePlayback
internal import VitrineTiming

// The service menu: the corner that is held for it, and what is over everything while it is shown.
extension Interface {
  /// How the machine is, after `InterfaceRequest.screenFacts`.
  public mutating func receive(_ facts: ScreenFacts) { service.receive(facts) }

  /// Whether touches and keys mean something here at the moment.
  var isOperated: Bool { !context.options.isBare || service.isShown }

  mutating func watchCorner(_ frame: TouchFrame) {
    guard context.options.servicePIN != nil, context.status.isDisplayOn, !service.isShown else {
      return service.hold.cancel()
    }
    service.hold.feed(frame, in: context.options.serviceCorner, context.metrics)
  }

  /// What the finger in the corner was about is undone; it means nothing more until it is lifted.
  private mutating func openService(at now: HostTime) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    for gesture in recogniser.ignoreCurrentTouches(at: now) {
      requests += deliver(gesture, at: now)
    }
    _ = repeater.releaseAll(except: .power)
    // A finger that rests has opened it.
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
