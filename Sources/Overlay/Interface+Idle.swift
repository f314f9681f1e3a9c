internal import VitrineGestures
public import VitrinePlayback
public import VitrineTiming

// Visitors who go, and those who stay.
extension Interface {
  /// After how long without use all goes back to how the operator has it.
  public mutating func setIdle(_ idle: IdleTime, at now: HostTime) {
    presence.setIdle(idle, at: now)
    settle(at: now)
  }

  /// There is a touchscreen, be it touched or not.
  public mutating func noteTouchscreen(at now: HostTime) {
    presence.noteTouchscreen(at: now)
    settle(at: now)
  }

  /// The operator has the player do something, over the socket for one. What it sets is what is
  /// gone back to from now on.
  public mutating func note(_ command: Command, at now: HostTime) {
    context.options.home.note(command)
    screen.note(command, at: now)
    // A film is operated; the list is not, and its attract loop begins when it would have.
    if command.isUse { presence.noteUse(at: now) }
    settle(at: now)
  }

  mutating func noteUse(at now: HostTime) {
    presence.noteUse(at: now)
    screen.noteActivity(at: now)
  }

  /// A visitor is still there: what has told so means nothing else, until it is lifted.
  mutating func stay(at now: HostTime) -> [InterfaceRequest] {
    _ = recogniser.ignoreCurrentTouches(at: now)
    noteUse(at: now)
    return keepAwake(at: now)
  }

  /// How often visitors have gone, and all has gone back.
  public var departures: Int { presence.departures }

  private var departure: Departure {
    Departure(from: screen.place, context.status, home: context.options.home)
  }

  /// To be called after all that happens.
  mutating func settle(at now: HostTime) {
    // Where there is nothing but what the program draws, it alone knows who has gone.
    let isOn = context.status.isDisplayOn && !context.options.isBare
    presence.settle(
      isLeft: isOn
        && (departure.isNeeded || presence.hasAskedProgram && !departure.isWatched),
      attractDue: isOn ? screen.attractTime : nil, at: now)
  }

  /// The visitor has gone. What still lies on the glass means nothing until it is lifted.
  mutating func depart(at now: HostTime) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    for gesture in recogniser.ignoreCurrentTouches(at: now) {
      requests += deliver(gesture, at: now)
    }
    _ = repeater.releaseAll(except: .power)
    requests += departure.requests.filter { !requests.contains($0) }
    screen.visitorLeft(presence.latestUse, at: now)
    presence.noteDeparture(at: now)
    return requests
  }

  /// The attract loop finds all as the operator has it.
  mutating func passTime(_ now: HostTime) -> [InterfaceRequest] {
    let settings = context.options.home.settings(from: context.status)
    let requests = screen.timePassed(now, context)
    return requests.contains(.attract) ? settings.map { .perform($0) } + requests : requests
  }
}
