import CVitrineALSA
package import VitrinePlayback

/// A physical output of a sound card: a socket, or a monitor's audio.
package struct SoundPort: Hashable, Sendable {
  /// The monitor at the port, according to the card.
  package enum Display: Hashable, Sendable {
    /// The port is not for monitors, or the driver does not support it.
    case unknown
    case absent
    case present(ELD)
  }

  /// ALSA's identifier of the card, which stays the same if cards are renumbered: `vc4hdmi0`.
  package let card: String
  /// ALSA's number of the device on its card.
  package let device: Int
  /// The index among the card's devices, and among those for monitors.
  package let place: Int
  package let displayPlace: Int?
  package let display: Display

  package init(
    card: String, device: Int, place: Int = 0, displayPlace: Int? = nil,
    display: Display = .unknown
  ) {
    self.card = card
    self.device = device
    self.place = place
    self.displayPlace = displayPlace
    self.display = display
  }

  package var leadsToDisplay: Bool { displayPlace != nil }

  /// The names to open it with, in order of preference. The hardware device reports exact
  /// positions; HDMI ports with special frame formats need their card's plug-ins; conversion is
  /// last.
  package var deviceNames: [String] {
    let number = "CARD=\(card),DEV=\(device)"
    var names = ["hw:\(number)"]
    if let framedName { names.append(framedName) }
    // A card's default is its first device.
    if place == 0 { names.append("sysdefault:CARD=\(card)") }
    return names + ["plughw:\(number)"]
  }
}

extension SoundPort {
  /// Whether this is the name of a device that leads to it. Wraps `snd_card_get_index`.
  package func isNamed(_ name: String) -> Bool {
    if deviceNames.contains(name) { return true }
    guard var hardware = SoundDeviceName(name).hardware else { return false }
    let number = unsafe snd_card_get_index(hardware.card)
    if number >= 0, unsafe snd_card_get_index(card) == number { hardware.card = card }
    return deviceNames.contains { SoundDeviceName($0).hardware == hardware }
  }

  /// The name of a monitor's port for which ALSA makes the frames that some boards need (IEC 60958); nil
  /// for another port.
  package var framedName: String? { displayPlace.map { "hdmi:CARD=\(card),DEV=\($0)" } }

  /// The name to open it with for sound in a coding. Monitors take it for samples, and play noise, unless
  /// the name lets ALSA set the channel status.
  package func name(for coding: SoundCoding) -> String? {
    SoundDeviceName(framedName ?? "hw:CARD=\(card),DEV=\(device)").name(for: coding)
  }
}

/// The monitor that sound should go to: the one with the picture.
package struct WantedMonitor: Hashable, Sendable {
  /// The model in its EDID, if it has one.
  package let model: Model?
  /// The number of its connector, from 1: `HDMI-A-2` has 2.
  package let connectorNumber: Int?

  package struct Model: Hashable, Sendable {
    package let maker, product: UInt16

    package init(maker: UInt16, product: UInt16) {
      self.maker = maker
      self.product = product
    }
  }

  package init(model: Model?, connectorNumber: Int?) {
    self.model = model
    self.connectorNumber = connectorNumber
  }
}

extension [SoundPort] {
  /// Returns the ports in order of preference: the monitor with the picture, any monitor with
  /// audio, ports that may have one, sockets, and at last ports without an audio monitor.
  package func inOrder(for wanted: WantedMonitor?) -> [SoundPort] {
    let ranked = enumerated().map { ($0.element.rank(for: wanted), $0.offset, $0.element) }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { $0.2 }
  }

  /// Returns the ports that lead to this monitor as far as is known: by its model, and by the number
  /// of its connector among equal models and where the driver reports no monitor.
  package func connected(to wanted: WantedMonitor?) -> [SoundPort] {
    // The number is a guess: HDMI-A-1 and DP-1 have the same. If its port is in use, the other is ours.
    let ports = (0...1).flatMap { rank in filter { $0.rank(for: wanted) == rank } }
    if !ports.isEmpty { return ports }
    return filter { $0.display == .unknown && $0.isNumbered(as: wanted?.connectorNumber) }
  }
}

extension SoundPort {
  fileprivate func rank(for wanted: WantedMonitor?) -> Int {
    switch display {
    case .present(let eld) where eld.takesSound:
      guard let model = wanted?.model,
        model == WantedMonitor.Model(maker: eld.maker, product: eld.product)
      else { return 2 }
      // Of two monitors of the same model, the connector's number decides: a guess, but better than
      // none.
      return isNumbered(as: wanted?.connectorNumber) ? 0 : 1
    case .unknown: return leadsToDisplay ? 3 : 4
    case .present, .absent: return 5
    }
  }

  /// Boards have a card for each connector, in their order; PCs have one card with many devices.
  fileprivate func isNumbered(as connector: Int?) -> Bool {
    guard let connector, let displayPlace else { return false }
    let digits = card.reversed().prefix { $0.isNumber }.reversed()
    let number = Int(String(digits)) ?? 0
    return number + displayPlace + 1 == connector
  }
}
