internal import VitrineEngine
internal import VitrinePlayback
internal import VitrineTiming

// What becomes of it. Each call begins a sequence of its own; those that are not read any more cost nothing.
extension Player {
  /// What it does now: a tenth of a second old at the most while it plays, a second while a picture stays.
  /// Once `run` has returned nothing plays in it.
  public var status: PlayerStatus {
    let status = PlayerStatus(engine.status)
    return audience.isOver ? status.ended : status
  }

  /// Every new status: on each change, and ten times a second while it plays. Who is slow gets the newest
  /// alone. Ends with the player.
  public var statuses: AsyncStream<PlayerStatus> { audience.statuses.stream() }

  /// All that becomes of the player from now on, in its order. Who does not read gets the last 1,000. Ends with
  /// the player.
  public var events: AsyncStream<PlayerEvent> { audience.events.stream() }

  /// The position every so often while it goes on, not while it is paused or waits; 10 ms is the shortest. Who is slow
  /// gets the newest alone.
  public func positions(every interval: Duration) -> AsyncStream<Duration> {
    observing(Broadcast(.bufferingNewest(1))) { [engine] tell in
      engine.observe(every: interval, tell)
    }
  }

  /// These places in an item, each as it is reached, never early; with `includesSeeks` also those that a skip
  /// passes over.
  public func boundaryTimes(
    at positions: [Duration], includesSeeks: Bool = false
  ) -> AsyncStream<Duration> {
    observing(Broadcast(.bufferingNewest(1000))) { [engine] tell in
      engine.observe(times: positions.map(MediaTime.init), includesJumps: includesSeeks, tell)
    }
  }

  /// Returns when what was asked for so far was taken, and shows in `status` and `queue`; at once where `run` was not
  /// called yet, which is what takes it, where the playing is over, and where the task was cancelled.
  public func waitUntilApplied() async {
    guard isTaken else { return }
    await audience.settle { settled in
      engine.afterwards(settled)
      hand?.settle()
    }
  }

  private func observing(
    _ times: Broadcast<Duration>,
    _ begin: (@escaping @Sendable (MediaTime) -> Void) -> Observers.ID
  ) -> AsyncStream<Duration> {
    let id = begin { times.send($0.duration) }
    return audience.times(times) { [engine] in engine.remove(id) }
  }
}
