import Glibc
import VitrineDoctor
import VitrineLinux
import VitrinePlayback
import VitrineSound

extension SoundFacts {
  /// Briefly opens the device that a player would open; leaves a playing device alone.
  static func now(wanted: String, mixer policy: MixerPolicy) -> SoundFacts {
    var facts = SoundFacts()
    facts.wanted = wanted
    let cards = SoundCard.all()
    facts.cards = cards.map(\.name)
    guard wanted != "none" else { return facts }
    facts.tryOpening(
      wanted == "auto" ? cards.flatMap(\.ports).inOrder(for: nil).flatMap(\.deviceNames) : [wanted],
      policy)
    facts.monitor = Monitor(
      eld: paths(in: "/proc/asound", "card").flatMap { paths(in: $0, "eld#") }
        .compactMap(smallText))
    return facts
  }

  private mutating func tryOpening(_ names: [String], _ policy: MixerPolicy) {
    var (refusals, denied): ([String], String?) = ([], nil)
    for name in names {
      do throws(SoundError) {
        let pcm = try PCM(name: name, rate: 48_000, channels: 2, buffer: .milliseconds(140))
        attempt = .opened(name)
        return mixer = MixerFacts(card: pcm.card, policy)
      } catch {
        // The other names lead to the same card.
        if error.errno == .busy {
          attempt = .busy(name, HolderFacts.ofSound())
          return mixer = MixerFacts(card: name.card, policy)
        }
        if [.accessDenied, .notPermitted].contains(error.errno) { denied = denied ?? name }
        refusals.append("\(error)")
      }
    }
    attempt = denied.map(Attempt.denied) ?? .refused(refusals)
  }
}

extension MixerFacts {
  /// Nil for a device without a card, and if the mixer is unreadable: it is played as it is.
  fileprivate init?(card: String?, _ policy: MixerPolicy) {
    guard let card, let mixer = try? Mixer(card: card) else { return nil }
    self.init(card: card, controls: mixer.controls(), policy: policy)
  }
}

extension String {
  /// The card in the name of a device: `PCH` in `hw:CARD=PCH,DEV=3`.
  fileprivate var card: String? {
    guard let start = firstRange(of: "CARD=")?.upperBound else { return nil }
    return String(self[start...].prefix { $0 != "," })
  }
}

extension HolderFacts {
  /// The process that plays through a sound device.
  fileprivate static func ofSound() -> HolderFacts? {
    for card in paths(in: "/proc/asound", "card") {
      for stream in paths(in: card, "pcm") where stream.hasSuffix("p") {
        for part in paths(in: stream, "sub") {
          guard let status = smallText("\(part)/status"),
            let owner = number("owner_pid", in: status)
          else { continue }
          return HolderFacts(thread: owner)
        }
      }
    }
    return nil
  }

  /// The process of a thread.
  private init?(thread: Int) {
    guard let status = smallText("/proc/\(thread)/status") else { return nil }
    let process = number("Tgid", in: status) ?? thread
    self.init(
      name: firstLine(of: "/proc/\(process)/comm") ?? "process", processID: process,
      unit: smallText("/proc/\(process)/cgroup").flatMap(unit(inControlGroup:)))
  }
}

/// The number in a line such as `owner_pid   : 1234`.
private func number(_ name: String, in text: String) -> Int? {
  for line in text.split(separator: "\n") where line.hasPrefix(name) {
    let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
    return Int(digits)
  }
  return nil
}
