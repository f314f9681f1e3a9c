public import VitrinePlayback
public import VitrinePlaylists
import VitrineTiming

/// What an override has cut: a queue, and the place in it at which it goes on. A value; a list that changes
/// meanwhile changes it.
public struct CutQueue: Sendable {
  private var queue: Queue
  private let entry: Queue.Entry.ID?
  private let position: MediaTime
  private var isPaused: Bool
  /// Whether anything was shown of it.
  public private(set) var isShown: Bool
  /// Whether a card stood in the place of a list.
  public let showsCard: Bool
  /// For the next start of the player; nil where nothing could be found again.
  public let point: ResumePoint?

  /// As the player is now.
  public init(_ status: PlaybackStatus, _ queue: Queue) {
    (self.queue, entry, isPaused) = (queue, status.entry, status.isPaused)
    point = ResumePoint(status, in: queue)
    // What is live is elsewhere by then.
    position = point?.position ?? .zero
    isShown = status.phase != .idle && status.phase != .ended
    showsCard = status.item?.isCard == true || (status.awaitsNetwork && status.phase == .opening)
  }

  /// As it was to begin, where an override stands already.
  public init(_ queue: Queue, from point: ResumePoint?) {
    (self.queue, self.point) = (queue, point)
    entry = point.flatMap { $0.entry(in: queue) }
    (position, isPaused, isShown) = (point?.position ?? .zero, false, true)
    showsCard = queue.entries.first?.item.isCard == true
  }

  public var entries: [Queue.Entry] { queue.entries }

  /// The list has changed.
  public mutating func apply(_ edit: QueueEdit) { edit.apply(to: &queue) }

  /// It plays afterwards, also where it was stopped or paused.
  public mutating func play() { (isShown, isPaused) = (true, false) }

  /// What a player does to go on.
  public var commands: [Command] {
    let exchange = Command.edit(.exchange(queue, from: entry))
    guard isShown else { return [.stop, exchange] }
    var commands = [exchange, .play]
    if let entry, queue[entry] != nil, position > .zero {
      commands.append(.seek(PlaybackState.Seek(to: position)))
    }
    return isPaused ? commands + [.pause] : commands
  }
}
