internal import VitrineEngine
internal import VitrinePlayback
internal import VitrineTiming

// Status and events. Each access creates a new sequence; sequences without a reader cost nothing.
extension Player {
  /// The current status: at most 0.1 s old during playback, and 1 s while paused or showing a still
  /// picture. After ``run()`` has returned, it has no item.
  public var status: PlayerStatus {
    let status = PlayerStatus(engine.status)
    return streams.isOver ? status.ended : status
  }

  /// A new sequence of statuses: one for each change, ten per second during playback, and one per
  /// second while paused or showing a still picture.
  ///
  /// It buffers only the newest status, for readers that are slow, and ends with the player.
  ///
  /// ```swift
  /// for await status in player.statuses { print(status.phase, status.position) }
  /// ```
  public var statuses: AsyncStream<PlayerStatus> { streams.statuses.stream() }

  /// A new sequence of all events from now on, in order.
  ///
  /// It buffers the newest 1,000 events and ends with the player. Create it before ``run()`` to
  /// miss none.
  ///
  /// ```swift
  /// let events = player.events
  /// async let failures: Void = {
  ///   for await case .failed(let item, let error) in events { print("\(item): \(error)") }
  /// }()
  /// try await player.run()
  /// await failures
  /// ```
  public var events: AsyncStream<PlayerEvent> { streams.events.stream() }

  /// Returns a sequence of the position, at an interval of at least 10 ms.
  ///
  /// It pauses with playback. It buffers only the newest position, for readers that are slow, and
  /// ends with the player.
  ///
  /// ```swift
  /// for await position in player.positions(every: .milliseconds(500)) { slider.value = position }
  /// ```
  public func positions(every interval: Duration) -> AsyncStream<Duration> {
    observing(Broadcast(.bufferingNewest(1))) { [engine] send in
      engine.observe(every: interval, send)
    }
  }

  /// Returns a sequence of those of the given positions that playback reaches, never early.
  ///
  /// ```swift
  /// for await position in player.boundaryTimes(at: [.seconds(10), .seconds(20)]) {
  ///   print("reached \(position)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - positions: Times from the beginning of the file, for every item.
  ///   - includesSeeks: Whether to include times that a forward seek passes over.
  public func boundaryTimes(
    at positions: [Duration], includesSeeks: Bool = false
  ) -> AsyncStream<Duration> {
    observing(Broadcast(.bufferingNewest(1000))) { [engine] send in
      engine.observe(times: positions.map(MediaTime.init), includesJumps: includesSeeks, send)
    }
  }

  /// Waits until all commands so far are applied and visible in ``status`` and ``queue``.
  ///
  /// Returns at once before ``run()``, which carries commands out; after the end; and if the task
  /// is cancelled.
  public func waitUntilApplied() async {
    guard isDriven else { return }
    await streams.settle { settled in
      engine.afterwards(settled)
      driver?.settle()
    }
  }

  private func observing(
    _ times: Broadcast<Duration>,
    _ begin: (@escaping @Sendable (MediaTime) -> Void) -> Observers.ID
  ) -> AsyncStream<Duration> {
    let id = begin { times.send($0.duration) }
    return streams.times(times) { [engine] in engine.remove(id) }
  }
}
