package import VitrinePlayback

/// The mixer of a sound card, and the changes that a player makes to it.
package struct MixerFacts: Hashable, Sendable {
  /// ALSA's number or identifier of the card.
  package let card: String
  package let controls: [MixerControl]
  package let policy: MixerPolicy

  package init(card: String, controls: [MixerControl], policy: MixerPolicy) {
    self.card = card
    self.controls = controls
    self.policy = policy
  }
}

/// The sound cards, and the result of opening the wanted one.
package struct SoundFacts: Hashable, Sendable {
  package enum Attempt: Hashable, Sendable {
    case opened(String)
    /// Not tried, since another program uses it.
    case busy(String, HolderFacts?)
    case denied(String)
    case refused([String])
  }

  /// The sound support that monitors report through their connectors.
  package enum Monitor: Hashable, Sendable {
    /// No card reports it, or none has a connector for monitors.
    case unknown
    /// No monitor supports sound.
    case none
    case takesSound(String, decodes: Set<SoundCoding> = [])
  }

  /// Display names.
  package var cards: [String] = []
  /// `auto`, `none`, or the name of an ALSA device.
  package var wanted = "auto"
  package var attempt: Attempt?
  package var monitor = Monitor.unknown
  /// The card of the opened device, and its mixer.
  package var mixer: MixerFacts?

  package init() {}
}

extension SoundFacts {
  /// Whether sound would be audible.
  func findings(_ nodes: [NodeFacts], _ kernel: KernelFacts?) -> [Finding] {
    guard wanted != "none" else {
      return [Finding(.sound, .good, "off")]
    }
    guard !cards.isEmpty else { return [noCard(nodes, kernel)] }
    let opened = attempt.map(finding(of:)) ?? .unknown(.sound, "not tried")
    guard !opened.isBad else { return [opened] }
    var findings = [opened] + (mixer?.findings ?? [])
    if monitor == Monitor.none {
      findings.append(
        Finding(
          .sound, .advice, "no HDMI display reports audio support",
          cause: "the display is off, or has no speakers",
          cure: "turn it on, or choose another device; aplay -L lists them"))
    }
    return findings
  }

  private func noCard(_ nodes: [NodeFacts], _ kernel: KernelFacts?) -> Finding {
    let isDenied = nodes.contains { $0.kind == .sound && !$0.isUsable }
    if isDenied {
      return Finding(
        .sound, .bad(.noPermission), "no permission to open a sound card",
        cure: "see permission above")
    }
    let isPi = kernel?.model.contains("Raspberry Pi") ?? false
    return Finding(
      .sound, .bad(.unavailable), "no sound card",
      cause: "no driver found one; videos play without sound",
      cure: isPi
        ? "echo dtparam=audio=on | sudo tee -a /boot/firmware/config.txt && sudo reboot"
        : "sudo dmesg | grep -i -e snd -e audio; or play without sound: --audio none")
  }

  private func finding(of attempt: Attempt) -> Finding {
    switch attempt {
    case .opened(let name):
      var words = "\(name) can be opened"
      if case .takesSound(let display, let codings) = monitor {
        words += "; \(display) supports audio"
        if !codings.isEmpty {
          words += ", and decodes " + codings.map(\.rawValue).sorted().joined(separator: ", ")
        }
      }
      return Finding(.sound, .good, words)
    case .busy(let name, let holder?) where holder.isPlayer:
      return Finding(.sound, .good, "\(holder.words) is using \(name)")
    case .busy(let name, let holder):
      return Finding(
        .sound, .bad(.unavailable),
        "\(name): \(holder?.words ?? "another program") is using it",
        cause: "a sound device can have only one owner",
        cure: holder?.stopCommand ?? "sudo fuser -v /dev/snd/*")
    case .denied(let name):
      return Finding(
        .sound, .bad(.noPermission), "\(name): permission denied", cure: "see permission above")
    case .refused(let refusals):
      return Finding(
        .sound, .bad(.unavailable),
        "cannot open \(wanted == "auto" ? "any device" : wanted)",
        cause: refusals.enumerated, cure: "aplay -L")
    }
  }
}

extension MixerFacts {
  /// One finding for all muted outputs, if the player leaves them muted.
  fileprivate var findings: [Finding] {
    let outputs = controls.outputs
    let silent = outputs.filter(\.isSilent).map(\.id)
    guard policy == .keep, !silent.isEmpty else { return [] }
    let commands = silent.map { "amixer -c \(card) sset \($0.description.shellWord) 0dB unmute" }
    return [
      Finding(
        .sound, silent.count == outputs.count ? .bad(.unavailable) : .advice,
        "muted in the mixer: \(silent.map(\.description).joined(separator: ", "))",
        cause: "audio.mixer is keep", cure: commands.joined(separator: " && "))
    ]
  }
}

extension HolderFacts {
  /// The command that makes the program release the sound device permanently.
  fileprivate var stopCommand: String {
    switch name {
    case "pulseaudio": "systemctl --user mask --now pulseaudio.socket pulseaudio.service"
    case "pipewire", "wireplumber":
      "systemctl --user mask --now pipewire.socket pipewire.service wireplumber.service"
    default: ending
    }
  }
}
