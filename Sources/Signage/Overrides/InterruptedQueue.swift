package import VitrinePlayback
package import VitrinePlaylists
import VitrineTiming

/// The queue that an override interrupted, with the position to resume at. Edits to the list are
/// applied to it in the meantime.
package struct InterruptedQueue: Sendable {
  private var queue: Queue
  private var entry: Queue.Entry.ID?
  private var position: MediaTime
  /// The item that plays to its end before the programme is interrupted.
  private var ending: Queue.Entry.ID?
  private var isPaused: Bool
  /// Whether the queue resumes when the override ends; false if the player was idle or had
  /// finished.
  package private(set) var isShown: Bool
  /// Whether a card was shown instead of the list.
  package let showsCard: Bool
  /// The resume point for the next start of the player; nil if the position cannot be found again.
  private var point: ResumePoint?

  /// Captures the player's current state. With `isEnding`, the current item plays to its end, and the item after it
  /// resumes.
  package init(_ status: PlaybackStatus, _ queue: Queue, isEnding: Bool = false) {
    self.queue = queue
    let following = status.entry.flatMap { queue.place(of: $0) }.flatMap { queue.following($0) }
    entry = isEnding ? following?.entry : status.entry
    isPaused = status.isPaused && !isEnding
    point = isEnding ? nil : ResumePoint(status, in: queue)
    // A live stream has moved on by the time the override ends.
    position = point?.position ?? .zero
    let isOver = status.phase == .idle || status.phase == .ended
    // Nothing follows the last item of a queue that does not repeat.
    isShown = !isOver && (!isEnding || following != nil)
    ending = isEnding ? status.entry : nil
    showsCard =
      !isEnding
      && (status.item?.isCard == true || (status.awaitsNetwork && status.phase == .opening))
  }

  /// Captures the planned start, for a player that starts during an override.
  package init(_ queue: Queue, from point: ResumePoint?) {
    self.queue = queue
    self.point = point
    entry = point.flatMap { $0.entry(in: queue) }
    (position, isPaused, isShown) = (point?.position ?? .zero, false, true)
    showsCard = queue.entries.first?.item.isCard == true
  }

  /// The item that was to play to its end is interrupted after all, if it still plays.
  package mutating func interruptEnding(_ status: PlaybackStatus) {
    guard let ending, status.entry == ending else { return }
    point = ResumePoint(status, in: queue)
    (entry, position, isPaused) = (ending, point?.position ?? .zero, status.isPaused)
    (isShown, self.ending) = (true, nil)
  }

  /// Makes nothing resume: a gallery returns by itself.
  package mutating func stop() { isShown = false }

  /// The resume point for the next start of the player, which plays `status` now; nil if the position cannot be found
  /// again.
  package func resumePoint(_ status: PlaybackStatus) -> ResumePoint? {
    ending != nil && status.entry == ending ? ResumePoint(status, in: queue) : point
  }

  package var entries: [Queue.Entry] { queue.entries }

  /// Applies a change of the list.
  package mutating func apply(_ edit: QueueEdit) { edit.apply(to: &queue) }

  /// Makes the queue resume playing, even if it was stopped or paused.
  package mutating func play() { (isShown, isPaused) = (true, false) }

  /// The commands that make the player resume.
  package var commands: [Command] {
    let exchange = Command.edit(.replaceQueue(queue, from: entry))
    guard isShown else { return [.stop, exchange] }
    var commands = [exchange, .play]
    if let entry, queue[entry] != nil, position > .zero {
      commands.append(.seek(PlaybackState.Seek(to: position)))
    }
    return isPaused ? commands + [.pause] : commands
  }
}
