import VitrineControl
import VitrineDaemon
import VitrineDoctor
import VitrinePlaylists

/// The result for one item, as text or as a line of JSON.
struct CheckLine {
  private let facts: ContentFacts
  private let load: Double?
  let verdict: ContentVerdict

  init(_ facts: ContentFacts, _ judgement: ContentJudgement) {
    (self.facts, load, verdict) = (facts, judgement.load, judgement.verdict)
  }

  /// The result for the videos of a zone.
  init(zone name: String, cost: String?) {
    facts = ContentFacts(name: "zone \(name)")
    load = nil
    verdict = ContentVerdict(
      word: cost == nil ? .plays : .costs, reasons: [cost].compactMap(\.self), cure: nil)
  }

  var text: String {
    let name = printable(facts.name, most: .max)
    let word =
      switch verdict.word {
      case .plays: "plays"
      case .costs: "plays at a cost"
      case .fails: "will not play"
      }
    var lines = ["\(name): \(word)\(description)"]
    lines += verdict.reasons.map { "  \(printable($0, most: .max))" }
    if let cure = verdict.cure { lines.append("  cure: \(cure)") }
    return lines.joined(separator: "\n")
  }

  /// The codecs, and the decoding load.
  private var description: String {
    var words: [String] = []
    if let video = facts.video { words.append("\(video.codec) \(video.size)") }
    if let sound = facts.sound { words.append(sound.codec) }
    if let percent {
      words.append("decoding takes \(percent > 0 ? "\(percent)" : "less than 1")% of the time")
    }
    let decoding = facts.preflight.decoding
    if decoding.isOnDevice, let decoder = decoding.decoder { words.append(decoder) }
    return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
  }

  private var percent: Int? { load.map { Int(($0 * 100).rounded()) } }

  var json: String {
    var object: [String: JSONValue] = [
      "file": .text(facts.name), "verdict": .text(verdict.word.rawValue),
      "reason": .text(verdict.reason), "reasons": .array(verdict.reasons.map { .text($0) }),
      "cure": verdict.cure.map { .text($0) } ?? .null,
      "load": percent.map { .number(Double($0)) } ?? .null,
      "decoder": facts.preflight.decoding.decoder.map { .text($0) } ?? .null,
    ]
    if let video = facts.video {
      object["video"] = .text("\(video.codec) \(video.size)")
    }
    if let sound = facts.sound { object["sound"] = .text(sound.codec) }
    return String(decoding: JSONValue.object(object).line.dropLast(), as: UTF8.self)
  }
}
