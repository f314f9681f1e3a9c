internal import VitrinePlaylists

/// ALSA's name of a sound device, such as `hw:CARD=vc4hdmi0,DEV=0`.
package struct SoundDeviceName: Hashable, Sendable {
  package let text: String
  /// The part before the colon.
  private let kind: Substring
  /// Nil without a colon.
  private let arguments: Substring?

  /// The kinds whose arguments select hardware. The arguments of other kinds, such as `file` and `tee`,
  /// name files and commands.
  private static let kinds: Set<Substring> = [
    "hw", "plughw", "sysdefault", "default", "dmix", "front", "hdmi", "iec958", "surround51",
    "surround71",
  ]

  /// The kinds of devices that mix, convert, or belong to a sound server.
  private static let mixing: Set<Substring> = [
    "default", "sysdefault", "dmix", "plug", "front", "surround21", "surround40", "surround41",
    "surround50", "surround51", "surround71", "pulse", "pipewire", "jack", "bluealsa",
  ]

  package init(_ text: String) {
    self.text = text
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    kind = parts[0]
    arguments = parts.count > 1 ? parts[1] : nil
  }

  /// Whether clients may choose it: a card's device, or one that the machine's operator has defined.
  package var isSafe: Bool {
    guard (1...256).contains(text.utf8.count), kind.isPlain("_-") else { return false }
    // ALSA's null swallows sound faster than it plays; `none` is Vitrine's own.
    guard let arguments else { return text != "null" }
    return Self.kinds.contains(kind) && arguments.isPlain("_-,=")
  }

  /// The name for sound in a coding, with the channel status for it (IEC 60958-3: not samples, and the
  /// rate of the frames) if the device takes that. Nil for a device that mixes or converts.
  package func name(for coding: SoundCoding) -> String? {
    switch kind {
    case "hdmi", "iec958":
      guard !text.contains("AES0") else { return text }
      let separator = arguments.map { $0.isEmpty ? "" : "," } ?? ":"
      return text + separator + "AES0=0x06,AES3=" + (coding.carrier == 4 ? "0x0e" : "0x02")
    case "plughw": return arguments.map { "hw:\($0)" }
    case _ where Self.mixing.contains(kind): return nil
    default: return text
    }
  }

  /// The hardware behind it, which plays for one player only; nil for a device that mixes, or an unknown
  /// one.
  package var hardware: SoundHardware? { arguments.flatMap { SoundHardware(kind, $0) } }
}

extension Substring {
  /// Whether it consists of letters and digits of ASCII and these characters, at least one.
  fileprivate func isPlain(_ others: String) -> Bool {
    !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
  }
}

/// A device of a sound card.
package struct SoundHardware: Hashable, Sendable {
  /// Its identifier or its number.
  package var card: String
  /// The kinds that count the devices of a card in the same way.
  private let kind: String
  private let device: String

  fileprivate init?(_ kind: Substring, _ arguments: Substring) {
    guard ["hw", "plughw", "hdmi", "iec958"].contains(kind), !arguments.isEmpty else { return nil }
    self.kind = kind == "plughw" ? "hw" : String(kind)
    var (card, device) = ("", "0")
    for (place, argument) in arguments.split(separator: ",").enumerated() {
      let words = argument.split(separator: "=", maxSplits: 1)
      let value = String(words.last ?? "")
      switch words.count == 2 ? words[0] : place == 0 ? "CARD" : place == 1 ? "DEV" : "" {
      case "CARD": card = value
      case "DEV": device = value
      default: break
      }
    }
    (self.card, self.device) = (card, device)
  }

  /// Why a player cannot use the device `name`: `user` plays on its hardware already. Nil if it can.
  package static func conflict(_ name: String, usedBy user: String, as other: String) -> String? {
    guard let device = SoundDeviceName(name).hardware,
      device == SoundDeviceName(other).hardware
    else { return nil }
    return
      "\(quoted(name)) is also the device of \(user), and hardware plays for one output only: choose another "
      + "device, or one that mixes, such as dmix:CARD=\(device.card)"
  }
}
