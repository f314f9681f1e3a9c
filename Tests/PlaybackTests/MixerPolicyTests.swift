import Testing
import VitrinePlayback

/// How the mixers of real cards are set: their controls after a boot without saved settings.
@Suite struct MixerPolicyTests {
  private static func control(
    _ name: String, _ step: Int? = nil, of steps: ClosedRange<Int> = 0...87,
    dB decibels: ClosedRange<Int>? = nil, isOn: Bool? = nil, index: UInt32 = 0
  ) -> MixerControl {
    MixerControl(
      MixerControl.ID(name, index),
      volume: step.map { MixerControl.Volume(steps: steps, step: $0, millibels: decibels) },
      isOn: isOn)
  }

  /// A PC: everything muted.
  private static let computer = [
    control("Master", 0, dB: -6525...0, isOn: false),
    control("Headphone", 0, dB: -6525...0, isOn: false),
    control("Speaker", 0, dB: -6525...0, isOn: false),
    control("PCM", 255, of: 0...255, dB: -5100...0),
    control("Mic", 0, of: 0...31, dB: -3450...1200, isOn: false),
    control("Mic Boost", 0, of: 0...3, dB: 0...3000), control("Beep", 0, isOn: false),
    control("Line", 0, of: 0...31, dB: -3450...1200, isOn: false),
    control("IEC958", isOn: false), control("IEC958", isOn: false, index: 1),
  ]
  /// A Raspberry Pi's jack, which can amplify.
  private static let jack = [
    control("PCM", -2000, of: -10_239...400, dB: -10_239...400, isOn: true)
  ]
  /// A codec on a board, whose mixer has a switch for each path.
  private static let codec = [
    control("Headphone", 0, of: 0...127, dB: -12_100...600),
    control("Speaker", 0, of: 0...127, dB: -12_100...600), control("Speaker AC", 0, of: 0...5),
    control("Playback", 255, of: 0...255, dB: -12_750...0),
    control("Left Output Mixer PCM", isOn: false), control("Right Output Mixer PCM", isOn: false),
    control("Left Output Mixer Boost Bypass", 2, of: 0...7, dB: -2100...0, isOn: false),
    control("Left Headphone Mixer Right DAC", isOn: false), control("DAC Deemphasis", isOn: false),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let controls: [MixerControl]
    var policy = MixerPolicy.audible
    let expected: [String]
  }

  static let cases = [
    Case(
      testDescription: "a muted PC", controls: computer,
      expected: [
        "Master unmuted, set to 0.0 dB", "Headphone unmuted, set to 0.0 dB",
        "Speaker unmuted, set to 0.0 dB", "IEC958 unmuted", "IEC958,1 unmuted",
      ]),
    Case(testDescription: "keep", controls: computer, policy: .keep, expected: []),
    Case(
      testDescription: "a level: only for the master", controls: computer,
      policy: .level(millibels: -1250),
      expected: [
        "Master unmuted, set to -12.5 dB", "Headphone unmuted, set to 0.0 dB",
        "Speaker unmuted, set to 0.0 dB", "PCM set to 0.0 dB", "IEC958 unmuted",
        "IEC958,1 unmuted",
      ]),
    Case(testDescription: "a jack as the operator set it", controls: jack, expected: []),
    Case(
      testDescription: "a jack at its minimum: never above 0 dB",
      controls: [control("PCM", -10_239, of: -10_239...400, dB: -10_239...400, isOn: true)],
      expected: ["PCM set to 0.0 dB"]),
    Case(
      testDescription: "a jack at a level", controls: jack, policy: .level(millibels: 0),
      expected: ["PCM set to 0.0 dB"]),
    Case(
      testDescription: "a codec: paths, no crossed channels, bypasses or filters", controls: codec,
      expected: [
        "Headphone set to 0.0 dB", "Speaker set to 0.0 dB", "Left Output Mixer PCM unmuted",
        "Right Output Mixer PCM unmuted",
      ]),
    Case(
      testDescription: "a codec at a level: before the outputs", controls: codec,
      policy: .level(millibels: -600),
      expected: [
        "Headphone set to 0.0 dB", "Speaker set to 0.0 dB", "Playback set to -6.0 dB",
        "Left Output Mixer PCM unmuted", "Right Output Mixer PCM unmuted",
      ]),
    Case(
      testDescription: "outputs side by side have the same level",
      controls: [
        control("Speaker", 3, dB: -6525...0), control("Headphone", 3, dB: -6525...0),
      ], policy: .level(millibels: -300),
      expected: ["Speaker set to -3.0 dB", "Headphone set to -3.0 dB"]),
    Case(
      testDescription: "a level below the control's minimum",
      controls: [control("PCM", 3, dB: -1200...0)], policy: .level(millibels: -6000),
      expected: ["PCM set to -12.0 dB"]),
    Case(
      testDescription: "the quietest step of a volume that is never silent",
      controls: [control("PCM", 0, dB: -1200...0, isOn: true)], expected: []),
    Case(
      testDescription: "muted at a chosen volume: the volume stays",
      controls: [control("Speaker", 40, dB: -6525...0, isOn: false)], expected: ["Speaker unmuted"]),
    Case(
      testDescription: "a USB card with an unusual name",
      controls: [
        control("UMC202HD 192k Output", 0, of: 0...127, dB: -12_700...0, isOn: false),
        control("Mic", 0, of: 0...127, dB: -12_700...0, isOn: false),
      ], expected: ["UMC202HD 192k Output unmuted, set to 0.0 dB"]),
    Case(
      testDescription: "several unknown volumes: no guess",
      controls: [control("Foo", 0), control("Bar", 0)], expected: []),
    Case(
      testDescription: "no decibels: the highest step",
      controls: [control("PCM", 0, of: 0...200)], expected: ["PCM set to 200"]),
    Case(
      testDescription: "no decibels: half of the range",
      controls: [control("PCM", 0, of: 0...200)], policy: .level(millibels: -3000),
      expected: ["PCM set to 100"]),
    Case(
      testDescription: "no decibels, and an absurd range",
      controls: [control("PCM", .min, of: .min ... .max)], expected: ["PCM set to \(Int.max)"]),
    Case(testDescription: "no mixer", controls: [], expected: []),
  ]

  @Test("A mixer is set so that the card is heard", arguments: cases)
  func changes(_ example: Case) {
    #expect(example.policy.changes(to: example.controls).map(\.description) == example.expected)
  }

  @Test("A policy is a word, or a level in its range")
  func words() {
    #expect(MixerPolicy(word: "auto") == .audible && MixerPolicy(word: "keep") == .keep)
    #expect(MixerPolicy(word: "0") == nil)
    #expect(MixerPolicy(decibels: -12.345) == .level(millibels: -1235))
    #expect(MixerPolicy(decibels: -60) != nil && MixerPolicy(decibels: -61) == nil)
    #expect(MixerPolicy(decibels: 0.1) == nil && MixerPolicy(decibels: .nan) == nil)
  }
}
