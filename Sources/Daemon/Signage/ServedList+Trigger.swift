import VitrineEngine
import VitrineLists
import VitrinePlayback
import VitrinePlaylists
import VitrineSignage
import VitrineTiming

// Content that buttons, sensors and readers start.
extension ServedList {
  func begin(_ content: TriggeredContent) {
    if let obstacle = signage.obstacle(toTriggersOn: player.status.isDisplayOn) {
      return log(.info("trigger \(content.name): ignored \(obstacle)"))
    }
    log(.info("trigger \(content.name): \(content.items.first?.name ?? "")"))
    let isPlaying = player.status.phase.isActive
    interrupt(isEnding: content.waits(isPlaying: isPlaying))
    signage.triggered = content
    for command in content.commands(isPlaying: isPlaying) { player.perform(command) }
    updateReport()
  }

  /// Resumes the programme once the content has ended.
  func updateTriggered(at now: HostTime) {
    switch signage.triggered?.update(player.triggerState, at: now) {
    case .resume: endTriggered()
    case .replaced:
      (signage.triggered, signage.cut) = (nil, nil)
      updateReport()
    case .none: break
    }
  }

  func endTriggered() {
    signage.triggered = nil
    // The gallery returns, and its attract loop after that.
    if policy.isChosenFrom { signage.cut?.stop() }
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
