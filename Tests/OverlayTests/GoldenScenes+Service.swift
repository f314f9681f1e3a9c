import VitrinePictures
import VitrinePlayback
import VitrineScenes

@testable import VitrineOverlay

// The screens for operators.
extension GoldenScene {
  static let service = [
    GoldenScene("service-pin", hasList: false, change: { $0.servicePIN = "246810" }) { stage in
      stage.play(GoldenSamples.latin)
      stage.openService()
      stage.key("KEY_2", "KEY_4")
      stage.settle()
    },
    GoldenScene(
      "service-menu", hasList: false,
      change: { $0.servicePIN = "2468" }
    ) { stage in
      stage.play(GoldenSamples.latin) { $0.volume = 0.7 }
      stage.openService()
      stage.type("2468")
      var machine = GoldenSamples.machine(troubles: ["No sound: the sound card “USB” is missing"])
      machine.canStoreKeys = true
      stage.interface.receive(machine)
      stage.settle()
    },
    GoldenScene("service-keys", change: { $0.servicePIN = "2468" }) { stage in
      stage.openWizard()
      stage.key("KEY_ENTER")
      stage.settle()
      stage.settle()
      for _ in 1..<6 { stage.tapPart(.skip) }
      stage.key("KEY_ENTER")
      stage.settle()
    },
    GoldenScene("service-keys-result", change: { $0.servicePIN = "2468" }) { stage in
      stage.openWizard()
      for index in KeyWizard.actions.indices {
        if index == 8 { stage.tapPart(.skip) } else { stage.key("KEY_NUMERIC_\(index)") }
        stage.wait(.milliseconds(800))
      }
    },
    GoldenScene(
      "service-keys-hebrew",
      change: { options in (options.language, options.servicePIN) = (.he, "2468") }
    ) { stage in
      stage.openWizard()
      stage.tapPart(.skip)
      stage.key("KEY_UP")
      stage.settle()
    },
    GoldenScene(
      "service-menu-arabic", hasList: false,
      change: { options in (options.wording, options.servicePIN) = (.arabicService, "2468") }
    ) { stage in
      stage.play(GoldenSamples.arabic)
      stage.openService()
      stage.type("2468")
      stage.interface.receive(GoldenSamples.machine(troubles: []))
      stage.key("KEY_DOWN", "KEY_DOWN", "KEY_DOWN")
      stage.settle()
    },
  ]
}

extension GoldenStage {
  /// Holds the corner long enough to open the menu.
  mutating func openService() {
    let screen = layout.screen
    hold(Point(screen.width - 20, 20))
    wait(CornerHoldRecogniser.time)
    lift()
    settle()
  }

  mutating func openWizard() {
    play(GoldenSamples.latin)
    openService()
    type("2468")
    var machine = GoldenSamples.machine(troubles: [])
    machine.canStoreKeys = true
    interface.receive(machine)
    tapPart(.keys)
  }

  mutating func tapPart(_ part: ServicePart) {
    let parts = interface.service.layout(interface.context).parts
    if let place = parts.first(where: { $0.part == part })?.frame.center { tap(place) }
    settle()
  }

  mutating func type(_ digits: String) {
    for digit in digits.compactMap(\.wholeNumberValue) {
      let keys = ServiceLayout(.asking, interface.context).parts
      if let key = keys.first(where: { $0.part == .digit(digit) }) { tap(key.frame.center) }
    }
    settle()
  }
}

extension GoldenSamples {
  static func machine(troubles: [String]) -> ServiceInfo {
    var facts = ServiceInfo()
    (facts.name, facts.version) = ("foyer-east", "0.9.0")
    facts.display = "HDMI-A-1, 1920x1080@60"
    facts.remote = "https://192.168.1.20:8080/"
    facts.fingerprint = "3F9A 11C0 7D52 0B6E 88A1 54E2 90CD 17F3"
    facts.networks = [.init("eth0", ["192.168.1.20", "2001:db8::20"])]
    (facts.troubles, facts.isRestartable) = (troubles, true)
    // As large and dense as the code of such an address.
    facts.code = SquareCode(
      side: 25, dark: (0..<625).map { ($0 * $0 / 7 + $0 / 25 * 3) % 5 < 2 })
    return facts
  }
}

extension Wording {
  fileprivate static var arabicService: Wording {
    var wording = Wording()
    (wording.service, wording.openOnPhone) = ("الصيانة", "جهاز التحكم، للهاتف")
    (wording.thisScreen, wording.network) = ("هذه الشاشة", "الشبكة")
    (wording.volume, wording.rotation) = ("مستوى الصوت", "التدوير")
    (wording.whatIsWrong, wording.nothingWrong) = ("الحالة", "كل شيء على ما يرام")
    (wording.restart, wording.restartSurely) = ("إعادة تشغيل المشغّل", "المس مرة أخرى للتأكيد")
    return wording
  }
}
