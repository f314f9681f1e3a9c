/// A playback control of a sound card's mixer: a volume, a switch, or both.
package struct MixerControl: Hashable, Sendable {
  /// ALSA's name and index: `IEC958` and 1.
  package struct ID: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let index: UInt32

    package init(_ name: String, _ index: UInt32 = 0) {
      self.name = name
      self.index = index
    }

    package var description: String { index == 0 ? name : "\(name),\(index)" }
  }

  package struct Volume: Hashable, Sendable {
    /// In the driver's steps.
    package let steps: ClosedRange<Int>
    /// The step of the loudest channel.
    package let step: Int
    /// The range in millibels (0.01 dB), ALSA's unit; nil if the driver does not report it.
    package let millibels: ClosedRange<Int>?

    package init(steps: ClosedRange<Int>, step: Int, millibels: ClosedRange<Int>?) {
      self.steps = steps
      self.step = step
      self.millibels = millibels
    }
  }

  package let id: ID
  package let volume: Volume?
  /// Whether a channel is switched on; nil without a switch.
  package let isOn: Bool?

  package init(_ id: ID, volume: Volume? = nil, isOn: Bool? = nil) {
    self.id = id
    self.volume = volume
    self.isOn = isOn
  }
}

extension MixerControl {
  /// Whether it lets no sound through.
  package var isSilent: Bool { isOn == false || volume?.isSilent == true }
}

extension MixerControl.Volume {
  /// At the minimum of a volume that cannot become this quiet, sound is still audible.
  private static let audible = -3000

  fileprivate var isSilent: Bool {
    step <= steps.lowerBound && (millibels?.lowerBound ?? .min) < Self.audible
  }
}

extension [MixerControl] {
  /// The controls on the way of a player's sound: those named like outputs, otherwise the only
  /// volume that is not named like an input.
  package var outputs: [MixerControl] {
    let named = filter { $0.id.isOutput }
    guard named.isEmpty else { return named }
    let others = filter { $0.volume != nil && !$0.id.mayBeInput }
    return others.count == 1 ? others : []
  }
}

extension MixerControl.ID {
  /// Drivers combine these words: `Left Output Mixer PCM`, `Speaker+LO`, `Bass Speaker`. Any other
  /// word excludes a name: `DAC Deemphasis`, `Speaker Boost`.
  private static let outputWords: Set<String> = [
    "master", "pcm", "digital", "dac", "playback", "output", "out", "speaker", "speakers",
    "headphone", "headphones", "headset", "hdmi", "displayport", "dp", "iec958", "spdif", "front",
    "rear", "surround", "center", "lfe", "side", "lineout",
  ]
  private static let otherWords: Set<String> = ["left", "right", "line", "bass", "mixer", "lo"]
  private static let inputWords: Set<String> = [
    "mic", "microphone", "line", "cd", "aux", "capture", "input", "adc", "boost", "beep", "phone",
    "loopback", "sidetone", "video", "tv", "radio", "synth", "bypass", "bass", "treble", "tone",
  ]

  private var words: [String] {
    name.lowercased().split { " +/-".contains($0) }.map { word in
      let letters = word.reversed().drop { $0.isNumber }.reversed()
      return word == "iec958" || letters.isEmpty ? String(word) : String(letters)
    }
  }

  /// The volumes that follow each other: of the first kind present, the level is set, and the rest
  /// is at 0 dB.
  fileprivate static let chain: [Set<String>] = [
    ["master"], ["pcm", "digital", "dac", "playback"],
  ]

  fileprivate func isOne(of kind: Set<String>) -> Bool { words.contains(where: kind.contains) }

  fileprivate var isOutput: Bool {
    let words = words
    // A switch across channels: `Left Headphone Mixer Right DAC`.
    if words.contains("left"), words.contains("right") { return false }
    return words.contains(where: Self.outputWords.contains)
      && words.allSatisfy { Self.outputWords.contains($0) || Self.otherWords.contains($0) }
  }

  fileprivate var mayBeInput: Bool { isOne(of: Self.inputWords) }
}

extension [MixerControl] {
  /// The volumes that set the level: those before the others in the chain.
  var levels: Set<MixerControl.ID> {
    let volumes = filter { $0.volume != nil }.map(\.id)
    let first = MixerControl.ID.chain.lazy.map { kind in volumes.filter { $0.isOne(of: kind) } }
      .first { !$0.isEmpty }
    return Set(first ?? volumes)
  }
}
