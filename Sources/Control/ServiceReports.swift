package import VitrineSchedules

/// The reports of a service for its clients, in addition to the status of a player.
package struct ServiceReports: Hashable, Sendable {
  /// Why the current item is on screen; nil without a service.
  package var schedule: ScheduleReport?
  /// The state of the playlist; nil without a service.
  package var playlist: PlaylistReport?
  /// The state of content updates; nil if none are configured.
  package var content: ContentReport?

  package init(
    schedule: ScheduleReport? = nil, playlist: PlaylistReport? = nil, content: ContentReport? = nil
  ) {
    (self.schedule, self.playlist) = (schedule, playlist)
    self.content = content
  }

  /// The current override, on screen or not; nil if there is none.
  var override: ScheduleReport.Override? { schedule?.override }
}
