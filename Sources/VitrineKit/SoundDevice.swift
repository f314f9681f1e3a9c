internal import VitrineSound

/// A sound output.
public struct SoundDevice: Hashable, Sendable, Identifiable {
  /// The ALSA name, for ``PlayerOptions/Sound/device(_:)``.
  public let id: String
  /// The human-readable name of the sound card.
  public let name: String
  /// Whether it leads to a display (HDMI or DisplayPort).
  public let isDisplay: Bool

  /// Returns all sound outputs, those of displays first. It uses another thread, because drivers
  /// may block.
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
