import VitrineEngine
import VitrineLists
import VitrinePlayback
import VitrinePlaylists
import VitrineSignage
import VitrineTiming

// Content that buttons, sensors, readers and other players start.
extension ServedList {
  func begin(_ content: TriggeredContent) {
    if let obstacle = signage.obstacle(to: content, isDisplayOn: player.status.isDisplayOn) {
      return log(LogMessage(.triggerIgnored, "\(content.label): ignored \(obstacle)"))
    }
    log(.triggered(content.label, content.items.first?.name ?? ""))
    let isPlaying = player.status.phase.isActive
    interrupt(isEnding: content.waits(isPlaying: isPlaying))
    signage.setTriggered(content, on: player)
    for command in content.commands(isPlaying: isPlaying) { player.perform(command) }
    updateReport()
  }

  /// Resumes the programme once the content has ended.
  func updateTriggered(at now: HostTime) {
    switch signage.triggered?.update(player.triggerState, at: now) {
    case .resume: endTriggered(hasFailed: player.status.failure != nil)
    case .replaced:
      signage.setTriggered(nil, on: player)
      signage.cut = nil
      updateReport()
    case .none: break
    }
  }

  func endTriggered(hasFailed: Bool = false) {
    signage.setTriggered(nil, on: player)
    // The gallery returns, and its attract loop after that; instead of content that failed, the visitor's film does.
    if policy.isChosenFrom, !hasFailed { signage.cut?.stop() }
    resumeInterrupted()
    updateSchedule()
    updateReport()
  }
}

extension ServedPlayer {
  fileprivate var triggerState: TriggeredContent.PlayerState {
    TriggeredContent.PlayerState(
      items: queue.entries.map(\.item), isActive: status.phase.isActive)
  }
}
