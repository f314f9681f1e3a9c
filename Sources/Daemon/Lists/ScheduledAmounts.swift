import VitrinePictures
import VitrinePlayback
import VitrineSchedules
import VitrineSignage

/// How loud a player is when, and how bright its display.
struct ScheduledAmounts: Sendable {
  /// Nil for a player without sound.
  var volume: ScheduledAmount<Double>?
  var brightness: ScheduledAmount<Brightness>?

  /// What is to be asked of the player now.
  mutating func look(_ time: ClockReading) -> [Command] {
    let volume = volume?.look(time).map { Command.setVolume($0) }
    let brightness = brightness?.look(time).map { Command.setBrightness($0) }
    return [volume, brightness].compactMap(\.self)
  }
}
