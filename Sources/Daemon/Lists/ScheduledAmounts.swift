import VitrinePictures
import VitrinePlayback
import VitrineSchedules
import VitrineSignage

/// A player's schedules for volume and brightness.
struct ScheduledAmounts: Sendable {
  /// Nil for a player without sound.
  var volume: ScheduledAmount<Double>?
  var brightness: ScheduledAmount<Brightness>?

  /// Returns the commands that are due now.
  mutating func look(_ time: ClockReading) -> [Command] {
    let volume = volume?.look(time).map { Command.setVolume($0) }
    let brightness = brightness?.look(time).map { Command.setBrightness($0) }
    return [volume, brightness].compactMap(\.self)
  }
}
