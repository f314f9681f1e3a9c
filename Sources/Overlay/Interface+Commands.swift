import Pictures
internal import Playback
import Timing

/// What touches and keys have in common.
extension Interface {
  /// Of a double tap, and of each tap after it.
  static let skipSeconds = 10

  mutating func skip(
    _ seconds: Int, isForward: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    guard status.entry != nil else { return [] }
    skipLabel.add(seconds, isForward: isForward, at: now)
    let amount = MediaTime(Int64(isForward ? seconds : -seconds), 1)
    return [.perform(.skip(by: amount))]
  }

  mutating func togglePlaying(at now: HostTime) -> [InterfaceRequest] {
    visibility.show(at: now)
    return [.perform(.toggle)]
  }

  /// What is heard, 0 to 1.
  var audibleVolume: Double { status.isMuted ? 0 : status.volume }

  /// `level` may lie beyond what there is.
  mutating func set(volume level: Double) -> [InterfaceRequest] {
    guard level.isFinite else { return [] }
    let level = (min(max(level, 0), 1) * 100).rounded() / 100
    guard level != audibleVolume else { return [] }
    let wasMuted = status.isMuted
    (status.volume, status.isMuted) = (level, false)
    // Who turns it up wants to hear it; but not, for a moment, as loud as it was before.
    return [.perform(.setVolume(level))] + (wasMuted ? [.perform(.setMuted(false))] : [])
  }

  func rotate() -> [InterfaceRequest] {
    let all = Rotation.allCases
    let place = all.firstIndex(of: status.rotation) ?? 0
    return [.perform(.setRotation(all[(place + 1) % all.count]))]
  }
}
