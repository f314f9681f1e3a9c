package import VitrineEngine
internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
package import VitrineTiming

/// The sound mix, with samples that go nowhere in their time: as the machine plays that has no sound device.
package final class HandSound: SoundOutput, @unchecked Sendable {
  // @unchecked: it is used by one thread, or by those that play one; orders may come from any.
  private let clock: HandClock
  private var mix: SoundMix
  private let orders = BoundedQueue<SoundOrder>(limit: .max)
  private var worked: HostTime

  /// Before what was written ahead is heard it is looked at again.
  private static let tick = Duration.milliseconds(20)

  /// Silent.
  package init(_ clock: HandClock) {
    self.clock = clock
    worked = clock.now
    mix = SoundMix(
      format: .standard,
      clock: PlaybackClock(
        steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
        timeline: SoundTimeline(rate: 48000)))
  }

  package func perform(_ order: SoundOrder) { orders.push(order) }

  package var state: SoundState {
    var state = SoundState(clock: mix.clock)
    state.ended = mix.ended
    return state
  }

  /// Whether something is to be done at once.
  package var hasOrders: Bool { !orders.isEmpty }

  /// When it has to be looked at again: the sound's thread does so every 20 ms, which changes nothing
  /// while all that comes is silence.
  package var deadline: HostTime? {
    guard mix.isSilentAhead else { return worked + Self.tick }
    guard let edge = mix.edgeAhead else { return nil }
    // Where it begins to be written.
    return max(mix.clock.steady.time(of: Double(edge) - Double(mix.depth)), worked + Self.tick)
  }

  /// What the sound's thread would do now.
  package func work() {
    keepFilled()
    while let order = orders.tryPop() { mix.carryOut(order) }
    keepFilled()
    worked = clock.now
  }

  private func keepFilled() {
    mix.takeChunks()
    mix.pass(to: Int64(mix.clock.steady.position(at: clock.now)) + Int64(mix.depth))
  }
}
