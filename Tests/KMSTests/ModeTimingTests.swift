import CVitrineDRM
import Testing
import VitrineFakes
import VitrinePictures

@testable import VitrineKMS

@Suite("Computed modes")
struct ModeTimingTests {
  @Test(
    "Sizes and rates of CTA-861 and DMT have the standard's timing",
    arguments: [
      ("720x480@60", "27.027 720 736 798 858 480 489 495 525 -hsync -vsync"),
      ("720x480@59.94", "27 720 736 798 858 480 489 495 525 -hsync -vsync"),
      ("720x576@50", "27 720 732 796 864 576 581 586 625 -hsync -vsync"),
      ("1280x720@50", "74.25 1280 1720 1760 1980 720 725 730 750 +hsync +vsync"),
      ("1280x720", "74.25 1280 1390 1430 1650 720 725 730 750 +hsync +vsync"),
      ("1920x1080@23.976", "74.176 1920 2558 2602 2750 1080 1084 1089 1125 +hsync +vsync"),
      ("1920x1080@25", "74.25 1920 2448 2492 2640 1080 1084 1089 1125 +hsync +vsync"),
      ("1920x1080@60", "148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync"),
      ("1920x1080@59.94", "148.352 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync"),
      ("3840x2160@29.97", "296.703 3840 4016 4104 4400 2160 2168 2178 2250 +hsync +vsync"),
      ("3840x2160@60", "594 3840 4016 4104 4400 2160 2168 2178 2250 +hsync +vsync"),
      ("1366x768", "85.5 1366 1436 1579 1792 768 771 774 798 +hsync +vsync"),
      // CVT's reduced blanking, but with an exact clock.
      ("2560x1440@60", "241.699 2560 2608 2640 2720 1440 1443 1448 1481 +hsync -vsync"),
    ])
  func standards(text: String, timing: String) throws {
    let mode = try #require(Mode(custom: text))
    #expect(mode.modeline.hasSuffix("\" \(timing)"))
  }

  @Test(
    "Computed rates are within a hundred-thousandth of the request",
    arguments: [
      "640x480", "720x480", "1280x720", "1920x1080", "3840x2160", "1024x600", "480x1920",
    ],
    [23.976, 24, 25, 29.97, 30, 50, 59.94, 60.0])
  func rates(size: String, rate: Double) throws {
    let wanted = try #require(Refresh(nearest: rate))
    let mode = try #require(Mode(custom: "\(size)@\(rate)"))
    let exact = try #require(mode.refreshFraction)
    #expect(wanted.distance(to: exact) < 1e-5, "\(mode.modeline)")
    #expect(abs(mode.refresh - exact.value) < 1e-9)
    #expect("\(mode.size)" == size)
  }

  @Test("Rates are exact fractions, and 59.94 is not 60")
  func fractions() throws {
    #expect(try #require(Mode(custom: "1920x1080")).refreshFraction == Refresh(60))
    #expect(try #require(Mode(custom: "720x480@59.94")).refreshFraction == Refresh(60_000, 1001))
    let interlaced = try #require(
      Mode(custom: "Modeline \"1080i\" 74.25 1920 2008 2052 2200 1080 1084 1094 1125 interlace"))
    #expect(interlaced.refreshFraction == Refresh(60) && interlaced.description == "1920x1080i@60")
  }

  @Test(
    "Rates are read and written in the usual rounding",
    arguments: [
      (23.976, Refresh(24_000, 1001), "23.976"), (23.98, Refresh(24_000, 1001), "23.976"),
      (29.97, Refresh(30_000, 1001), "29.97"), (59.94, Refresh(60_000, 1001), "59.94"),
      (47.952, Refresh(48_000, 1001), "47.952"), (50, Refresh(50), "50"),
      (59.5, Refresh(119, 2), "59.5"), (24.05, Refresh(481, 20), "24.05"),
    ])
  func rounding(value: Double, rate: Refresh?, text: String) {
    #expect(Refresh(nearest: value) == rate)
    #expect(rate?.description == text)
  }

  @Test("An invalid rate is refused", arguments: [0, -1, .nan, .infinity, 1e300, 0.5])
  func noRate(value: Double) {
    #expect(Refresh(nearest: value) == nil)
  }

  @Test("A rate of zero or out of range is refused")
  func noFraction() {
    #expect(Refresh(0) == nil && Refresh(1, 0) == nil && Refresh(-1, -1) == nil)
    #expect(Refresh(.max) == nil && Refresh(1, .max) == nil)
  }

  @Test("A one-pixel modeline's refresh rate fits the kernel's field")
  func smallest() {
    #expect(Mode(custom: "Modeline \"x\" 4000 1 1 1 1 1 1 1 1 interlace") != nil)
  }

  @Test("A modeline survives a round trip")
  func modeline() throws {
    let text =
      "Modeline \"1920x1080@60\" 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync"
    let mode = try #require(Mode(custom: text))
    #expect(mode == Mode(custom: "1920x1080@60"))
    #expect(mode.modeline == text)
    #expect(mode.timing.hsyncIsPositive && mode.timing.vsyncIsPositive)
    let odd = "MODELINE \"a name\"  40   800 840 968 1056  600 601 605 628  -HSync +VSync Interlace"
    #expect(Mode(custom: odd)?.timing.vsyncIsPositive == true)
    #expect(Mode(custom: odd)?.isInterlaced == true)
  }

  @Test(
    "An invalid modeline is refused",
    arguments: [
      "Modeline", "Modeline \"a\"", "Modeline \"a\" 148.5 1920 2008 2052 2200 1080 1084 1089",
      "Modeline \"a\" nan 1920 2008 2052 2200 1080 1084 1089 1125",
      "Modeline \"a\" 1e99 1920 2008 2052 2200 1080 1084 1089 1125",
      "Modeline \"a\" -148 1920 2008 2052 2200 1080 1084 1089 1125",
      "Modeline \"a\" 148.5 1920 1000 2052 2200 1080 1084 1089 1125",
      "Modeline \"a\" 148.5 1920 2008 2052 2200 1080 1084 1089 99999999999999999999",
      "Modeline \"a\" 148.5 1920 2008 2052 70000 1080 1084 1089 1125",
      "Modeline \"a\" 148.5 0 2008 2052 2200 1080 1084 1089 1125",
      "Modeline \"a\" 148.5 -1920 2008 2052 2200 1080 1084 1089 1125",
      "Modeline \"a\" 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +fast",
      "1920x1080@9999", "16384x16384@60", "1x1",
    ])
  func refused(text: String) {
    #expect(Mode(custom: text) == nil)
  }

  @Test("10,000 lines of noise are parsed or refused")
  func fuzz() {
    var random = SeededRandom(seed: 7)
    let alphabet = Array("0123456789 .-+\"ModelinehsyncxXe@")
    let line = Array("Modeline \"a\" 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync")
    for turn in 0..<10_000 {
      var letters = turn % 2 == 0 ? line : Array("1920x1080@59.94")
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        letters[Int.random(in: 0..<letters.count, using: &random)] =
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      guard let mode = Mode(custom: String(letters)) else { continue }
      #expect(Mode(modeline: mode.modeline) == mode)
    }
  }

  @Test("Modes are compared by their signal, not by their origin")
  func equality() throws {
    let mode = try #require(Mode(custom: "1920x1080"))
    var info = mode.info
    (info.type, info.vrefresh) = (72, 0)
    #expect(Mode(info) == mode && Set([mode, Mode(info)]).count == 1)
    info.clock += 1
    #expect(Mode(info) != mode)
  }
}
