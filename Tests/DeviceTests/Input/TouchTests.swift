import Foundation
import Testing

/// The requests caused by fingers on a virtual touchscreen.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchTests {
  /// Every rotation, with every fit in the long form and with one of them otherwise.
  static let views = [0, 90, 180, 270].enumerated().flatMap { place, turn in
    let fits = ["contain", "cover", "stretch"]
    return (Lab.isSoak ? fits : [fits[place % 3]]).map { (turn, $0) }
  }

  @Test("Each gesture causes exactly its own requests", arguments: views)
  func gestures(rotation: Int, fit: String) throws {
    let glass = TouchGlass(rotation: rotation)
    let steps = Self.steps(on: glass)
    let scene = try TouchScene(
      "gestures-\(rotation)-\(fit)",
      "--list --rotate \(rotation) --fit \(fit) '\(TouchClips.calm())'",
      ["@sleep 1"] + TouchScene.orders(steps))
    scene.check(steps)
  }

  private static func steps(on glass: TouchGlass) -> [TouchScene.Step] {
    let card = glass.firstCard
    let first = TouchScene.Step(
      "the card", glass.tap(card.x, card.y) + [TouchGlass.wait(1500)], ["open 0"], leaves: false)
    let last = TouchScene.Step(
      "swipe down", glass.drag(from: (0.5, 0.2), to: (0.5, 0.6)) + [TouchGlass.wait(800)],
      ["leave"], leaves: true)
    let others = [taps(on: glass), bars(on: glass), drags(on: glass), nothing(on: glass)]
    return [first] + others.flatMap(\.self) + [last]
  }

  /// On the picture, with one or two fingers.
  private static func taps(on glass: TouchGlass) -> [TouchScene.Step] {
    let hides = [TouchScene.untilHidden]
    let pair = [
      "\(glass.down(0.4, 0.4)); \(glass.down(0.6, 0.4, slot: 1).dropFirst("@input ".count))",
      TouchGlass.wait(60), "@input up all",
    ]
    return [
      .init("tap", glass.tap(0.5, 0.3) + [TouchGlass.wait(900)], leaves: true),
      .init("tap again", glass.tap(0.2, 0.3) + [TouchGlass.wait(800)], leaves: false),
      .init("double tap left", glass.taps(2, 0.1, 0.4) + hides, ["skip -10.0"], leaves: false),
      .init("double tap right", glass.taps(2, 0.7, 0.3) + hides, ["skip 10.0"], leaves: false),
      .init("double tap middle", glass.taps(2, 0.5, 0.3) + hides, ["toggle"], leaves: true),
      .init("and again", glass.taps(2, 0.5, 0.3) + hides, ["toggle"], leaves: false),
      .init(
        "triple tap right", glass.taps(3, 0.9, 0.5) + hides, ["skip 10.0", "skip 10.0"],
        leaves: false),
      .init(
        "triple tap left", glass.taps(3, 0.3, 0.5) + hides, ["skip -10.0", "skip -10.0"],
        leaves: false),
      .init("two fingers", pair + hides, ["toggle"], leaves: true),
      .init("two fingers again", pair + hides, ["toggle"], leaves: false),
    ]
  }

  /// On the controls while they are visible.
  private static func bars(on glass: TouchGlass) -> [TouchScene.Step] {
    let shown = glass.tap(0.5, 0.3) + [TouchGlass.wait(700)]
    let slider = glass.sliderHeight
    let other = [
      TouchGlass.wait(300), TouchGlass.key("DOWN"), TouchGlass.wait(100), TouchGlass.key("OK"),
      TouchScene.untilHidden,
    ]
    return [
      .init(
        "button", shown + glass.tap(0.5, 0.5) + [TouchGlass.wait(700)], ["toggle"], leaves: true),
      .init(
        "button again", glass.tap(0.5, 0.5) + [TouchScene.untilHidden], ["toggle"], leaves: false),
      .init(
        "skip button",
        shown + glass.tap(glass.fromMiddle(42 + 28 + 30), 0.5) + [TouchScene.untilHidden],
        ["skip 10.0"], leaves: false),
      .init(
        "skip buttons, twice back",
        shown + glass.taps(2, glass.fromMiddle(-(42 + 28 + 30)), 0.5) + [TouchScene.untilHidden],
        ["skip -10.0", "skip -10.0"], leaves: false),
      .init(
        "volume button, twice, and again",
        shown + glass.taps(3, glass.button(3), glass.buttonHeight) + [TouchScene.untilHidden],
        ["mute on", "mute off"], leaves: false),
      .init(
        "slider tap", shown + glass.tap(0.4, slider) + [TouchScene.untilHidden],
        .one("seek", 0.35 * TouchClips.seconds...0.65 * TouchClips.seconds), leaves: false),
      .init(
        "slider drag",
        shown + glass.drag(from: (0.4, slider), to: (0.55, slider)) + [TouchScene.untilHidden],
        .scrub(by: 0.1 * TouchClips.seconds...0.3 * TouchClips.seconds), leaves: false),
      .init(
        "long press, and the other sound", glass.tap(0.2, 0.3, for: 800) + other, ["audio 2"],
        leaves: false),
    ]
  }

  private static func drags(on glass: TouchGlass) -> [TouchScene.Step] {
    [
      // The full width is 90 seconds. The drag starts at the first step that is too far for a tap.
      .init(
        "fine seek", glass.drag(from: (0.3, 0.3), to: (0.5, 0.3)) + [TouchScene.untilHidden],
        .scrub(by: 90 * 0.13...90 * 0.19), leaves: false),
      .init(
        "volume", glass.drag(from: (0.9, 0.3), to: (0.9, 0.6)) + [TouchGlass.wait(2000)],
        .volume(0.5), leaves: false),
      .init("swipe up", glass.drag(from: (0.5, 0.7), to: (0.5, 0.3)) + [TouchGlass.wait(800)]),
    ]
  }

  /// Gestures without a meaning, which do not even show the interface.
  private static func nothing(on glass: TouchGlass) -> [TouchScene.Step] {
    let rest = [TouchGlass.wait(900)]
    let six = (0..<6).map { glass.down(0.1 + 0.15 * Double($0), 0.4, slot: $0) }
    return [
      .init(
        "palm",
        [
          glass.down(0.5, 0.3), TouchGlass.wait(40), "@input palm 0",
          TouchGlass.wait(40), glass.up(),
        ] + rest),
      .init("six fingers", six + [TouchGlass.wait(60), "@input up all"] + rest),
      .init("three fingers", six.prefix(3) + [TouchGlass.wait(60), "@input up all"] + rest),
      .init("a ghost", glass.tap(0.5, 0.3, for: 10) + rest),
    ]
  }
}
