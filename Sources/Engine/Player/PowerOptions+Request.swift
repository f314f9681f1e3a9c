internal import Playback
internal import Scanout
internal import Schedules

extension PowerOptions {
  /// A display that begins as the table says for now.
  func applied(to request: DisplayRequest) -> DisplayRequest {
    var (request, plan) = (request, PowerPlan(schedule))
    request.off = off
    let (moment, clock) = PowerClock.now()
    request.beginsOff = !plan.decide(at: moment, clock).isOn
    return request
  }
}
