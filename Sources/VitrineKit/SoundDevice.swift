internal import VitrineSound

/// A way out for sound.
public struct SoundDevice: Hashable, Sendable, Identifiable {
  /// ALSA's name, for `PlayerOptions.Sound.device`.
  public let id: String
  /// For people.
  public let name: String
  /// Whether it leads to a display.
  public let isDisplay: Bool

  /// Those that there are, displays first. Asks the drivers; it is another thread that waits.
  public static func all() async -> [SoundDevice] {
    await onThread("sounds") {
      SoundCard.all().flatMap { card in
        card.ports.flatMap { port in
          port.deviceNames.prefix(1).map {
            SoundDevice(id: $0, name: card.name, isDisplay: port.leadsToDisplay)
          }
        }
      }
    }
  }
}
