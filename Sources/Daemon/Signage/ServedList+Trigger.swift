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
    let waits = content.start == .next && isPlaying
    interrupt(isEnding: waits)
    signage.triggered = content
    if waits {
      player.perform(.edit(.visit(content.items, loop: .none, isPatient: true)))
    } else {
      let loop: Queue.Loop = content.start == .held ? .queue : .none
      player.perform(.edit(.replaceQueue(Queue(content.items, loop: loop), from: nil)))
      player.perform(.play)
    }
    updateReport()
  }

  /// Resumes the programme once the content has ended.
  func updateTriggered() {
    let status = player.status
    let state = TriggeredContent.PlayerState(
      items: player.queue.entries.map(\.item), isOver: !status.phase.isActive)
    switch signage.triggered?.update(state) {
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
