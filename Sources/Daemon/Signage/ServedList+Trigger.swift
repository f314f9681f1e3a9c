import VitrineEngine
import VitrineLists
import VitrinePlayback
import VitrinePlaylists
import VitrineSignage

// Content that buttons, sensors and readers start.
extension ServedList {
  func begin(_ content: TriggeredContent) {
    guard signage.standing?.isShown != true else {
      return log(.info("trigger \(content.name): ignored during an override"))
    }
    log(.info("trigger \(content.name): \(content.items.first?.name ?? "")"))
    let isPlaying = player.status.phase.isActive
    interrupt(isEnding: content.waits(isPlaying: isPlaying))
    signage.triggered = content
    for command in content.commands(isPlaying: isPlaying) { player.perform(command) }
    updateReport()
  }

  /// Resumes the programme once the content has ended.
  func updateTriggered() {
    switch signage.triggered?.update(player.triggerState) {
    case .resume: endTriggered()
    case .replaced:
      (signage.triggered, signage.cut) = (nil, nil)
      updateReport()
    case .none: break
    }
  }

  func endTriggered() {
    signage.triggered = nil
    resumeInterrupted()
    updateSchedule()
    updateReport()
  }
}

extension ServedPlayer {
  fileprivate var triggerState: TriggeredContent.PlayerState {
    TriggeredContent.PlayerState(
      items: queue.entries.map(\.item), isOver: !status.phase.isActive)
  }
}
