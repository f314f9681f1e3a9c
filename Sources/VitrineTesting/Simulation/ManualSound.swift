package import VitrineEngine
internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
package import VitrineTiming

/// The sound mix without a device: its samples are discarded at the rate at which they would be
/// played.
package final class ManualSound: SoundOutput, @unchecked Sendable {
  // @unchecked: used by one thread, or within `VirtualThread.play`; orders may come from any thread.
  private let clock: ManualClock
  private var mix: SoundMix
  private let orders = BoundedQueue<SoundCommand>(limit: .max)
  private var worked: HostTime

  /// The interval of `work`, which is shorter than the samples written ahead.
  private static let tick = Duration.milliseconds(20)

  /// Creates a silent mix.
  package init(_ clock: ManualClock) {
    self.clock = clock
    worked = clock.now
    mix = SoundMix(
      format: .standard,
      clock: PlaybackClock(
        steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
        timeline: SoundTimeline(rate: 48000)))
  }

  package func perform(_ order: SoundCommand) { orders.push(order) }

  package var state: SoundState {
    var state = SoundState(clock: mix.clock)
    state.ended = mix.ended
    return state
  }

  /// Whether there is work to do now.
  package var hasOrders: Bool { !orders.isEmpty }

  /// When to call `work` again: every 20 ms like the sound thread, or later while all that follows
  /// is silence.
  package var deadline: HostTime? {
    guard mix.isSilentAhead else { return worked + Self.tick }
    guard let edge = mix.edgeAhead else { return nil }
    // When its first sample is written.
    return max(mix.clock.steady.time(of: Double(edge) - Double(mix.depth)), worked + Self.tick)
  }

  /// Does the work of the sound thread.
  package func work() {
    keepFilled()
    while let order = orders.tryPop() {
      mix.carryOut(order)
      // It has no device.
      if case .choose(_, let done) = order { done(nil) }
    }
    keepFilled()
    worked = clock.now
  }

  private func keepFilled() {
    mix.receiveChunks()
    mix.pass(to: Int64(mix.clock.steady.position(at: clock.now)) + Int64(mix.depth))
  }
}
