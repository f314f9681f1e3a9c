internal import VitrineGestures
package import VitrinePlayback
internal import VitrineScenes
package import VitrineTiming

// Visitors who leave or stay.
extension Interface {
  /// Sets the idle timeout.
  package mutating func setIdle(_ idle: IdleTime, at now: HostTime) {
    presence.setIdle(idle, at: now)
    settle(at: now)
  }

  /// Records that there is a touchscreen, touched or not.
  package mutating func recordTouchscreen(at now: HostTime) {
    presence.recordTouchscreen(at: now)
    settle(at: now)
  }

  /// Records a command of the operator, for example from the control socket. The settings that it
  /// changes become part of the default state.
  package mutating func record(_ command: Command, at now: HostTime) {
    context.options.home.record(command)
    screen.record(command, at: now)
    // A command for a video counts as use; in the gallery it does not postpone the attract loop.
    if command.isInteraction { presence.recordUse(at: now) }
    settle(at: now)
  }

  mutating func recordUse(at now: HostTime) {
    presence.recordUse(at: now)
    screen.recordActivity(at: now)
  }

  /// A visitor has stopped the countdown. The finger has no other effect until it is lifted.
  mutating func stay(at now: HostTime) -> [InterfaceRequest] {
    let cancelled = recogniser.ignoreCurrentTouches(at: now).flatMap { deliver($0, at: now) }
    screen.changeVideo { $0.opening?.cancel(at: now) }
    stage.cancelTouch()
    recordUse(at: now)
    return cancelled + keepAwake(at: now)
  }

  /// How often visitors have left, and the display has returned to its default state.
  package var departures: Int { presence.departures }

  private var departure: Departure {
    Departure(from: screen.place, context.status, home: context.options.home)
  }

  /// Called after every event.
  mutating func settle(at now: HostTime) {
    // With only the program's own layer on screen, it alone knows whether a visitor has left.
    let isOn = context.status.isDisplayOn && !context.options.isBare
    let isOtherLanguage = context.language != context.options.language
    presence.settle(
      isLeft: isOn
        && (departure.isNeeded
          || (isOtherLanguage || presence.hasProgramInput) && !departure.isWatched),
      attractDue: isOn ? screen.attractTime : nil, at: now)
  }

  /// The visitor has left. Contacts that are still on the panel are ignored until they are lifted.
  mutating func depart(at now: HostTime) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    for gesture in recogniser.ignoreCurrentTouches(at: now) {
      requests += deliver(gesture, at: now)
    }
    _ = repeater.releaseAll(except: .power)
    requests += departure.requests.filter { !requests.contains($0) }
    // The departure has restored the tracks.
    _ = setLanguage(context.options.language)
    screen.visitorLeft(presence.latestUse, at: now)
    speech.visitorLeft()
    scanning.end()
    presence.recordDeparture(at: now)
    return requests
  }

  /// The attract loop starts with the default settings and language.
  mutating func passTime(_ now: HostTime) -> [InterfaceRequest] {
    let settings = context.options.home.settings(from: context.status)
    let requests = screen.timePassed(now, context)
    guard requests.contains(.attract) else { return requests }
    _ = setLanguage(context.options.language)
    return settings.map { .perform($0) } + requests
  }
}
