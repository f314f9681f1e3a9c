/// One way out of a sound card: loudspeakers at a socket, or a display that plays what comes
/// with its picture.
public struct SoundPort: Hashable, Sendable {
  /// What its card says of the display at its end.
  public enum Display: Hashable, Sendable {
    /// Nothing: it is no port for displays, or the driver does not know.
    case unknown
    case absent
    case present(ELD)
  }

  /// ALSA's identity of the card, which stays when cards are numbered anew: `vc4hdmi0`.
  public let card: String
  /// ALSA's number of the device on its card.
  public let device: Int
  /// Its place among the card's devices, and among those of them that lead to displays.
  public let place: Int
  public let displayPlace: Int?
  public let display: Display

  public init(
    card: String, device: Int, place: Int = 0, displayPlace: Int? = nil,
    display: Display = .unknown
  ) {
    (self.card, self.device, self.place) = (card, device, place)
    (self.displayPlace, self.display) = (displayPlace, display)
  }

  public var leadsToDisplay: Bool { displayPlace != nil }

  /// The names to open it by, best first. The hardware itself tells its position exactly;
  /// HDMI ports that want frames of their own need their card's plug-ins; then conversion.
  public var deviceNames: [String] {
    let number = "CARD=\(card),DEV=\(device)"
    var names = ["hw:\(number)"]
    if let displayPlace { names.append("hdmi:CARD=\(card),DEV=\(displayPlace)") }
    // A card's default is its first device.
    if place == 0 { names.append("sysdefault:CARD=\(card)") }
    return names + ["plughw:\(number)"]
  }
}
