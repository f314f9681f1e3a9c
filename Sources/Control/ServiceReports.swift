public import VitrineSchedules

/// The reports of a service for its clients, in addition to the status of a player.
public struct ServiceReports: Hashable, Sendable {
  /// Why the current item is on screen; nil without a service.
  public var schedule: ScheduleReport?
  /// The state of content updates; nil if none are configured.
  public var content: ContentReport?

  public init(schedule: ScheduleReport? = nil, content: ContentReport? = nil) {
    self.schedule = schedule
    self.content = content
  }

  /// The current override, on screen or not; nil if there is none.
  var override: ScheduleReport.Override? { schedule?.override }
}
