import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The service menu")
struct ServiceMenuTests {
  private static let usual = PixelSize(1920, 1080)
  private static let corner = Point(1900, 20)

  private static func user(
    isBare: Bool = false, pin: String? = "2468", _ size: PixelSize = usual
  ) -> SimulatedUser {
    var user = SimulatedUser(size)
    user.interface.options.servicePIN = pin
    user.interface.options.isBare = isBare
    user.hear { $0.play(entry: 1) }
    _ = user.takeRequests()
    return user
  }

  // The corner.

  @Test("A finger resting in the corner opens the menu after 5 s, and not before")
  func held() {
    var user = Self.user()
    user.touch(Self.corner)
    user.wait(4990)
    #expect(!user.interface.service.isShown)
    user.wait(20)
    #expect(user.interface.service.isShown && user.texts.contains("Enter the PIN"))
  }

  enum Other: String, CaseIterable {
    case elsewhere, leaves, second, secondBefore, lifted, noPIN, dark, otherCorner
  }

  @Test("No other gesture opens the menu", arguments: Other.allCases, [false, true])
  func others(other: Other, isBare: Bool) {
    var user = Self.user(isBare: isBare, pin: other == .noPIN ? nil : "2468")
    switch other {
    case .elsewhere: user.touch(Point(1700, 20))
    case .leaves:
      user.touch(Self.corner)
      user.wait(3000)
      user.touch(Point(1700, 300))
      user.wait(100)
      user.touch(Self.corner)
    case .second:
      user.touch(Self.corner)
      user.wait(3000)
      user.touch(Self.corner, Point(600, 600))
      user.wait(100)
      user.touch(Self.corner)
    case .secondBefore: user.touch([3: Point(600, 600), 4: Self.corner])
    case .lifted:
      user.touch(Self.corner)
      user.wait(3000)
      user.lift()
      user.wait(10)
      user.touch(Self.corner)
      user.wait(1000)
    case .noPIN: user.touch(Self.corner)
    case .dark:
      user.hear { $0.isDisplayOn = false }
      user.touch(Self.corner)
    case .otherCorner: user.touch(Point(20, 20))
    }
    user.wait(other == .lifted ? 3900 : 20_000)
    #expect(!user.interface.service.isShown)
  }

  @Test("Any corner can be configured", arguments: ServiceCorner.allCases)
  func corners(corner: ServiceCorner) {
    var user = Self.user()
    user.interface.options.serviceCorner = corner
    user.touch(CornerHoldRecogniser.square(corner, user.interface.context.metrics).center)
    user.wait(5010)
    #expect(user.interface.service.isShown)
  }

  // The PIN.

  @Test(
    "The digits are laid out as on a keypad in every reading direction",
    arguments: ["Service", "الصيانة"])
  func keypad(word: String) throws {
    var user = Self.user()
    user.interface.options.wording.service = word
    let layout = ServiceLayout(.asking, user.interface.context)
    func x(_ digit: Int) throws -> Double {
      try #require(layout.parts.first { $0.part == .digit(digit) }).frame.x
    }
    for row in [1, 4, 7] {
      #expect(try x(row) < x(row + 1) && x(row + 1) < x(row + 2))
    }
    #expect(try x(0) == x(8))
  }

  @Test("The PIN opens the menu, by finger and by key", arguments: [false, true])
  func opened(byKey: Bool) {
    var user = Self.user().inFrontOfMenu()
    if byKey { user.key("KEY_2", "KEY_4", "KEY_6", "KEY_8") } else { user.type("2468") }
    #expect(user.interface.service.stage == .open)
    #expect(user.asked() == ["service"])
    user.wait(5000)
    #expect(user.asked() == ["service"], "the state is requested again")
  }

  @Test("Three wrong PINs block input for 30 s, then for twice as long")
  func locked() {
    var user = Self.user().inFrontOfMenu()
    for _ in 1...2 {
      user.type("1111")
      #expect(user.texts.contains("Wrong PIN"))
    }
    user.type("1111")
    #expect(user.texts.contains { $0.hasPrefix("Too many attempts") })
    user.type("2468")
    #expect(user.interface.service.stage == .asking)
    user.wait(30_000)
    for _ in 1...3 { user.type("0000") }
    user.wait(31_000)
    user.type("2468")
    #expect(user.interface.service.stage == .asking)
    user.wait(29_000)
    user.type("2468")
    #expect(user.interface.service.stage == .open)
  }

  @Test("Closing and reopening the menu grants no more attempts")
  func lockedStill() {
    var user = Self.user().inFrontOfMenu()
    for _ in 1...3 { user.type("1111") }
    user.tapPart(.close)
    user.wait(1000)
    user = user.inFrontOfMenu()
    user.type("2468")
    #expect(user.interface.service.stage == .asking)
  }

  @Test("A digit can be deleted")
  func erased() {
    var user = Self.user().inFrontOfMenu()
    user.type("24")
    user.tapPart(.digit(9))
    user.tapPart(.erase)
    user.type("68")
    #expect(user.interface.service.stage == .open)
  }

  // Its buttons.

  static let deeds: [(ServicePart, [String])] = [
    (.quieter, ["volume 0.95"]), (.mute, ["mute on"]), (.rotation(.clockwise), ["rotation 90"]),
    (.rotation(.none), []), (.louder, []), (.restart, []), (.backdrop, []),
  ]

  @Test("Each button performs its action", arguments: deeds)
  func does(part: ServicePart, words: [String]) {
    var user = Self.user(isBare: true).inOpenMenu()
    user.tapPart(part)
    #expect(user.asked() == words)
  }

  @Test("Restarting takes two touches, the second within 5 s")
  func restart() {
    var user = Self.user(isBare: true).inOpenMenu()
    user.tapPart(.restart)
    #expect(user.texts.contains("Touch again to restart") && user.asked().isEmpty)
    user.wait(4990)
    #expect(user.texts.contains("Restart the player"))
    user.tapPart(.restart)
    user.wait(100)
    _ = user.takeRequests()
    user.tapPart(.restart)
    #expect(user.asked() == ["restart"] && !user.interface.service.isShown)
  }

  @Test("The player is not ended if nothing would restart it")
  func restartless() {
    var user = Self.user(isBare: true).inOpenMenu(isRestartable: false)
    user.tapPart(.restart)
    user.tapPart(.restart)
    #expect(user.asked().isEmpty && user.interface.service.isShown)
  }

  @Test("Returning to the programme is offered during another queue and closes the menu")
  func programme() {
    var user = Self.user(isBare: true).inOpenMenu()
    #expect(!user.texts.contains("Back to programme"))
    user = Self.user(isBare: true).inOpenMenu(isAway: true)
    #expect(user.texts.contains("Back to programme") && user.texts.contains("Restart the player"))
    user.tapPart(.programme)
    #expect(user.asked() == ["programme"] && !user.interface.service.isShown)
  }

  @Test("Settings made in the menu survive a visitor's departure")
  func home() {
    var user = Self.user().inOpenMenu()
    user.tapPart(.quieter)
    user.tapPart(.rotation(.upsideDown))
    #expect(user.interface.options.home.settings(from: user.status).contains(.setVolume(0.95)))
    #expect(
      user.interface.options.home.settings(from: user.status).contains(.setRotation(.upsideDown)))
  }

  // The key wizard.

  /// A user whose wizard asks for the first key.
  private static func learner(isBare: Bool = false) -> SimulatedUser {
    var user = user(isBare: isBare).inOpenMenu(canStoreKeys: true)
    user.tapPart(.keys)
    return user
  }

  @Test("Keys are learned without an effect, saved with OK, and the menu returns")
  func learned() {
    var user = Self.learner()
    #expect(user.texts.contains("OK") && user.texts.contains { $0.contains("1 / 17") })
    for key in ["KEY_PROG1", "KEY_POWER", "KEY_VOLUMEUP", "KEY_BACK"] {
      user.key(key)
      #expect(user.texts.contains(String(key.dropFirst(4))), "the key is shown")
      user.wait(800)
    }
    #expect(user.texts.contains("Right") && user.asked().isEmpty)
    user.key("KEY_POWER")
    #expect(user.texts.contains("Already used for: Up"))
    for _ in 4..<17 { user.tapPart(.skip) }
    #expect(user.interface.service.stage == .learned && user.texts.contains("VOLUMEUP"))
    user.key("KEY_PROG1")
    #expect(
      user.asked() == ["keys KEY_BACK=left KEY_POWER=up KEY_PROG1=ok KEY_VOLUMEUP=down"])
    #expect(user.interface.service.stage == .open && user.interface.service.isShown)
  }

  enum End: String, CaseIterable { case close, discard, back, closeResult, timeout, noKey, sameKey }

  @Test("Everything else ends the wizard without saving", arguments: End.allCases)
  func unsaved(end: End) {
    var user = Self.learner()
    if end != .noKey { user.key(end == .sameKey ? "KEY_OK" : "KEY_PROG1") }
    user.wait(800)
    if end == .close {
      user.tapPart(.close)
    } else if end == .timeout {
      user.wait(61_000)
    } else {
      while user.interface.service.stage == .learning { user.tapPart(.skip) }
    }
    switch end {
    case .discard: user.tapPart(.discard)
    case .closeResult: user.tapPart(.close)
    case .back: user.key("KEY_BACK")
    case .sameKey: user.tapPart(.save)
    case .close, .timeout, .noKey: break
    }
    #expect(user.asked().allSatisfy { $0 == "service" })
    #expect(user.interface.service.wizard == nil)
    #expect(user.interface.service.isShown == (end != .timeout))
    user.key("KEY_VOLUMEDOWN")
    #expect(user.asked() == ["volume 0.95"], "keys have an effect again")
  }

  @Test("The button is there only if keys can be stored, and have an effect")
  func offered() {
    var user = Self.user(isBare: true).inOpenMenu(canStoreKeys: true)
    #expect(!user.texts.contains("Assign keys"))
    user = Self.user().inOpenMenu()
    #expect(!user.texts.contains("Assign keys"))
    user = Self.user().inOpenMenu(canStoreKeys: true)
    #expect(user.texts.contains("Assign keys"))
  }

  @Test("A trigger cannot be learned, and starts nothing meanwhile")
  func trigger() {
    var user = Self.user()
    user.interface.options.triggers = ["KEY_F1"]
    user = user.inOpenMenu(canStoreKeys: true)
    user.tapPart(.keys)
    user.key("KEY_F1")
    #expect(user.asked().isEmpty && user.texts.contains { $0.hasPrefix("Already used for: ") })
    user.tapPart(.close)
    user.key("KEY_F1")
    #expect(user.asked() == ["trigger KEY_F1 down", "trigger KEY_F1 up"])
  }

  @Test("A key that was held when the wizard began neither repeats nor is learned")
  func heldBefore() {
    var user = Self.user().inOpenMenu(canStoreKeys: true)
    while user.interface.service.focus != .keys { user.key("KEY_DOWN") }
    user.keyDown("KEY_OK")
    #expect(user.interface.service.stage == .learning)
    user.wait(2000)
    user.keyUp("KEY_OK")
    #expect(user.interface.service.wizard?.learned.isEmpty == true && user.asked() == [])
  }

  // Its limits.

  @Test("Touches and keys do nothing below the menu, and work again after it closes")
  func above() {
    var user = Self.user().inOpenMenu()
    user.tap(user.place(.middle), times: 2)
    user.tap(Point(5, 1070), times: 2)
    user.key("KEY_PLAYPAUSE", "KEY_NEXT")
    #expect(user.asked().isEmpty && user.interface.service.isShown)
    user.key("KEY_BACK")
    user.wait(1000)
    #expect(!user.interface.service.isShown && user.drawings.isEmpty)
    user.tap(user.place(.left), times: 2)
    user.wait(1000)
    #expect(user.asked() == ["skip -10.0"])
  }

  @Test("Over signage, only the corner responds")
  func bare() {
    var user = Self.user(isBare: true)
    user.tap(user.place(.middle), times: 2)
    user.key("KEY_NEXT", "KEY_POWER")
    user.wait(2000)
    #expect(user.asked().isEmpty && user.drawings.isEmpty)
    user = user.inOpenMenu()
    #expect(!user.drawings.isEmpty)
  }

  @Test(
    "The menu closes after a minute and then requests nothing", arguments: [false, true])
  func left(isBare: Bool) {
    var user = Self.user(isBare: isBare).inOpenMenu()
    user.wait(59_000)
    #expect(user.interface.service.isShown)
    user.wait(1100)
    #expect(!user.interface.service.isShown)
    _ = user.takeRequests()
    user.wait(60_000)
    #expect(user.asked().isEmpty && user.drawings.isEmpty)
    #expect(user.interface.deadline(user.now) == nil)
  }

  @Test("The arrow keys reach each button, and OK performs its action")
  func arrows() {
    var user = Self.user().inOpenMenu()
    var reached: Set<ServicePart> = []
    for key in ["DOWN", "DOWN", "RIGHT", "RIGHT", "RIGHT", "DOWN", "UP", "UP", "UP", "UP", "LEFT"]
      + ["DOWN", "LEFT", "LEFT", "LEFT", "RIGHT", "RIGHT", "UP"]
    {
      user.key("KEY_\(key)")
      if let focus = user.interface.service.focus { reached.insert(focus) }
    }
    let all = Set(ServiceLayout(.open, user.interface.context).parts.map(\.part))
    #expect(reached == all, "\(all.subtracting(reached))")
    while user.interface.service.focus != .close { user.key("KEY_UP") }
    user.key("KEY_OK")
    #expect(!user.interface.service.isShown)
  }

  static let sizes = [
    PixelSize(320, 240), PixelSize(240, 320), PixelSize(800, 480), PixelSize(480, 1920),
    PixelSize(1920, 1080), PixelSize(1080, 1920), PixelSize(3840, 2160), PixelSize(1920, 360),
  ]

  @Test("The menu fits every display, and no buttons overlap", arguments: sizes)
  func fits(size: PixelSize) {
    var user = SimulatedUser(size)
    user.interface.options.servicePIN = "2468"
    for (stage, isFull) in [
      (ServiceMenu.Stage.asking, false), (.open, false), (.open, true), (.learning, false),
      (.learned, false),
    ] {
      let layout = ServiceLayout(stage, user.interface.context, isAway: isFull, hasKeys: isFull)
      #expect(layout.card.x >= 0 && layout.card.right <= user.screen.right)
      #expect(layout.card.y >= 0 && layout.card.bottom <= user.screen.bottom)
      for (index, one) in layout.parts.enumerated() {
        #expect(one.frame.x >= layout.card.x && one.frame.right <= layout.card.right, "\(one)")
        #expect(one.frame.y >= layout.card.y && one.frame.bottom <= layout.card.bottom, "\(one)")
        for other in layout.parts.dropFirst(index + 1) {
          #expect(one.frame.intersection(other.frame) == nil, "\(one) and \(other)")
        }
      }
    }
    user.touch(CornerHoldRecogniser.square(.topRight, user.interface.context.metrics).center)
    user.wait(5100)
    #expect(user.interface.service.isShown)
  }
}

extension SimulatedUser {
  fileprivate func inFrontOfMenu() -> SimulatedUser {
    var user = self
    user.touch(Point(screen.width - 20, 20))
    user.wait(5010)
    user.lift()
    user.wait(500)
    _ = user.takeRequests()
    return user
  }

  fileprivate func inOpenMenu(
    isRestartable: Bool = true, isAway: Bool = false, canStoreKeys: Bool = false
  ) -> SimulatedUser {
    var user = inFrontOfMenu()
    user.type("2468")
    var facts = ServiceInfo()
    (facts.isRestartable, facts.isAway) = (isRestartable, isAway)
    facts.canStoreKeys = canStoreKeys
    user.interface.receive(facts)
    _ = user.takeRequests()
    return user
  }

  fileprivate mutating func type(_ digits: String) {
    for digit in digits.compactMap(\.wholeNumberValue) { tapPart(.digit(digit)) }
  }

  fileprivate mutating func tapPart(_ part: ServicePart) {
    let parts = interface.service.layout(interface.context).parts
    tap(parts.first { $0.part == part }?.frame.center ?? Point(screen.width / 2, 5))
    wait(10)
  }
}
