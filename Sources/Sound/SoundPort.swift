/// A physical output of a sound card: a socket, or a monitor's audio.
public struct SoundPort: Hashable, Sendable {
  /// The monitor at the port, according to the card.
  public enum Display: Hashable, Sendable {
    /// The port is not for monitors, or the driver does not support it.
    case unknown
    case absent
    case present(ELD)
  }

  /// ALSA's identifier of the card, which stays the same if cards are renumbered: `vc4hdmi0`.
  public let card: String
  /// ALSA's number of the device on its card.
  public let device: Int
  /// The index among the card's devices, and among those for monitors.
  public let place: Int
  public let displayPlace: Int?
  public let display: Display

  public init(
    card: String, device: Int, place: Int = 0, displayPlace: Int? = nil,
    display: Display = .unknown
  ) {
    self.card = card
    self.device = device
    self.place = place
    self.displayPlace = displayPlace
    self.display = display
  }

  public var leadsToDisplay: Bool { displayPlace != nil }

  /// The names to open it with, in order of preference. The hardware device reports exact
  /// positions; HDMI ports with special frame formats need their card's plug-ins; conversion is
  /// last.
  public var deviceNames: [String] {
    let number = "CARD=\(card),DEV=\(device)"
    var names = ["hw:\(number)"]
    if let displayPlace { names.append("hdmi:CARD=\(card),DEV=\(displayPlace)") }
    // A card's default is its first device.
    if place == 0 { names.append("sysdefault:CARD=\(card)") }
    return names + ["plughw:\(number)"]
  }
}
