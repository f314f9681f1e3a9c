import CVitrineDRM
import Testing
import VitrinePictures

@testable import VitrineKMS

@Suite("Mode selection")
struct ModePolicyTests {
  private func modes(_ texts: String...) throws -> [Mode] { try texts.map(Self.mode) }

  /// `1920x1080@60`, with `*` after it if the display prefers it, and `i` for interlaced.
  private static func mode(_ text: String) throws -> Mode {
    if text.hasSuffix("i") {
      return try #require(
        Mode(custom: "Modeline \"i\" 74.25 1920 2008 2052 2200 1080 1084 1094 1125 interlace"))
    }
    let mode = try #require(Mode(custom: String(text.prefix { $0 != "*" })))
    guard text.hasSuffix("*") else { return mode }
    var info = mode.info
    info.type = 8  // DRM_MODE_TYPE_PREFERRED
    return Mode(info)
  }

  private static let television = [
    "1920x1080@60*", "3840x2160@60", "3840x2160@30", "3840x2160@24", "1920x1080@59.94",
    "1920x1080@50", "1920x1080@30", "1920x1080@25", "1920x1080@24", "1920x1080@23.976", "i",
    "1280x720@60",
  ]

  private func ask(
    _ policy: ModePolicy, _ content: Double? = nil, double: Bool = false,
    of texts: [String] = television, fits: (Mode) -> Bool = { _ in true }
  ) throws -> ModeChoice? {
    let match = content.flatMap { Refresh(nearest: $0) }.map {
      RateMatch(content: $0, prefersDouble: double)
    }
    return ModeSelector(
      policy: policy, match: match, listed: try texts.map(Self.mode), hasEDID: true
    ).choose(fits: fits)
  }

  @Test("A pinned mode is set and no other")
  func pin() throws {
    let request = try #require(ModeRequest("1920x1080@50"))
    #expect(try ask(.pin(request))?.mode.description == "1920x1080@50")
    #expect(try ask(.pin(#require(ModeRequest("800x600")))) == nil)
    #expect(try ask(.pin(request), fits: { _ in false }) == nil)
  }

  @Test("A pinned mode may exist only in the configuration")
  func pinnedCustom() throws {
    let custom = try modes("1366x768")
    let question = ModeSelector(
      policy: .pin(try #require(ModeRequest("1366x768"))), listed: try modes("1024x768"),
      hasEDID: true, custom: custom)
    let choice = try #require(question.choose { _ in true })
    #expect(choice.mode == custom[0] && choice.origin == .custom && !choice.isProvisional)
  }

  @Test("The display's preferred mode comes first, then the next that fits")
  func preferred() throws {
    let choice = try #require(try ask(.preferred))
    #expect(choice.reason == "1920x1080@60: as the display prefers" && choice.origin == .listed)
    let less = try #require(try ask(.preferred) { $0.refresh != 60 || $0.size.width < 1920 })
    #expect(less.mode.description == "1920x1080@59.94")
  }

  @Test("The highest mode is progressive and at about 60 Hz")
  func highest() throws {
    #expect(try ask(.highest)?.mode.description == "3840x2160@60")
    #expect(
      try ask(.highest, of: ["3840x2160@30*", "i", "1920x1080@50", "1920x1080@59.94"])?.mode
        .description == "1920x1080@59.94")
    #expect(try ask(.highest, of: ["i", "1280x720@24"])?.mode.description == "1280x720@24")
  }

  @Test("A 4K panel on a limited board gets 1080p60, tested from best to worst")
  func fits() throws {
    var asked: [String] = []
    let choice = try #require(
      try ask(.highest) { mode in
        asked.append(mode.description)
        return mode.size.width <= 1920
      })
    #expect(choice.mode.description == "1920x1080@60")
    #expect(asked == ["3840x2160@60", "1920x1080@60"])
    #expect(
      choice.reason
        == "1920x1080@60: the best that this board can scan out; 3840x2160@60, the highest, "
        + "exceeds its limits")
  }

  @Test(
    "The refresh rate is the content rate's lowest multiple of at least 24 Hz",
    arguments: [
      (23.976, "23.98"), (24, "24"), (25, "25"), (29.97, "30"), (30, "30"), (50, "50"),
      (59.94, "59.94"), (60, "60"), (12, "24"), (12.5, "25"), (15, "30"), (10, "30"), (5, "25"),
      (48, "60"), (47.952, "59.94"), (120, "60"), (18, "60"),
    ])
  func match(content: Double, rate: String) throws {
    #expect(try ask(.preferred, content)?.mode.description == "1920x1080@\(rate)")
  }

  @Test(
    "Twice the rate is used if requested and available",
    arguments: [(25, "50"), (30, "60"), (29.97, "59.94"), (24, "24"), (50, "50"), (60, "60")])
  func double(content: Double, rate: String) throws {
    #expect(try ask(.preferred, content, double: true)?.mode.description == "1920x1080@\(rate)")
  }

  @Test("23.976 plays at 24 if nothing else exists, and 24 at 23.976")
  func near() throws {
    #expect(
      try ask(.preferred, 23.976, of: ["1920x1080@60*", "1920x1080@24"])?.mode.description
        == "1920x1080@24")
    #expect(
      try ask(.preferred, 24, of: ["1920x1080@60*", "1920x1080@23.976"])?.mode.description
        == "1920x1080@23.98")
  }

  @Test("The size stays, and interlaced and unsuitable modes are excluded")
  func size() throws {
    #expect(
      try ask(.preferred, 24, of: ["1920x1080@60*", "1280x720@24", "i"])?.mode.description
        == "1920x1080@60")
    #expect(try ask(.preferred, 25) { $0.refresh != 25 }?.mode.description == "1920x1080@50")
  }

  @Test("A display without modes gets the configured mode, otherwise the last working one")
  func nothing() throws {
    let (custom, remembered) = (try modes("1280x720@50"), try Self.mode("1920x1080@60"))
    var question = ModeSelector(
      policy: .preferred, listed: [], hasEDID: false, custom: custom, remembered: remembered)
    let first = try #require(question.choose { _ in true })
    #expect(first.mode == custom[0] && first.origin == .custom && !first.isProvisional)
    let second = try #require(question.choose { $0 != custom[0] })
    #expect(second.mode == remembered && second.isProvisional)
    question.custom = []
    let third = try #require(question.choose { _ in true })
    #expect(third.mode == remembered && third.origin == .remembered && third.isProvisional)
    #expect(
      third.reason == "1920x1080@60: the display lists no modes; using the last working mode")
    question.remembered = nil
    #expect(question.choose { _ in true } == nil)
    question.policy = .pin(try #require(ModeRequest("1920x1080@50")))
    let pinned = try #require(question.choose { _ in true })
    #expect(pinned.mode.description == "1920x1080@50" && pinned.isProvisional)
  }

  @Test("The kernel's guesses never replace the last working mode")
  func guesses() throws {
    let guesses = try modes("1024x768", "800x600", "640x480")
    var question = ModeSelector(
      policy: .highest, listed: guesses, hasEDID: false,
      remembered: try Self.mode("1920x1080@60"))
    let choice = try #require(question.choose { _ in true })
    #expect(choice.mode.description == "1920x1080@60" && choice.isProvisional)
    // A limited board shows at least something.
    #expect(question.choose { $0.size.width < 1920 }?.mode == guesses[0])
    // A display's own EDID is trusted.
    question.hasEDID = true
    #expect(question.choose { _ in true }?.mode == guesses[0])
    question.hasEDID = false
    question.listed += try modes("1280x720")
    #expect(question.choose { _ in true }?.mode.description == "1280x720@60")
  }

  @Test("Guesses are used if nothing better is known")
  func onlyGuesses() throws {
    let question = ModeSelector(
      policy: .preferred, listed: try modes("1024x768*", "800x600"), hasEDID: false,
      remembered: try Self.mode("800x600"))
    let choice = try #require(question.choose { _ in true })
    #expect(choice.mode.description == "1024x768@60" && !choice.isProvisional)
  }

  @Test("A small panel without EDID keeps its only mode")
  func panel() throws {
    let question = ModeSelector(
      policy: .preferred, listed: try modes("800x480*"), hasEDID: false,
      remembered: try Self.mode("1920x1080"))
    let choice = try #require(question.choose { _ in true })
    #expect(choice.mode.size == PixelSize(800, 480) && !choice.isProvisional)
  }
}
