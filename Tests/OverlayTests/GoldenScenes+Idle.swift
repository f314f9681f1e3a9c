import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

// The last seconds of a display that may have been left.
extension GoldenScene {
  static let idle = [
    GoldenScene("idle", hasList: false, change: soon) { stage in
      stage.play(GoldenSamples.latin) { $0.isPaused = true }
      stage.wait(.seconds(83))
    },
    GoldenScene(
      "idle-list-arabic",
      change: { options in
        soon(&options)
        (options.wording.stillThere, options.wording.touchToStay) = (
          "هل ما زلت هنا؟", "المس الشاشة لتبقى"
        )
      }
    ) { stage in
      stage.key("KEY_DOWN", "KEY_DOWN")
      stage.wait(.seconds(87))
    },
    // In light colours, over a playing film that a visitor has changed.
    GoldenScene("idle-light", hasList: false, change: light) { stage in
      stage.play(GoldenSamples.latin) { $0.rate = 2 }
      stage.wait(.seconds(81))
    },
  ]

  @Sendable private static func soon(_ options: inout InterfaceOptions) {
    options.idle = .after(.seconds(90))
  }

  @Sendable private static func light(_ options: inout InterfaceOptions) {
    soon(&options)
    options.theme.surface = Color(0xFFFFFF, alpha: 0.94)
    options.theme.text = Color(0x14161A)
    options.theme.secondaryText = Color(0x14161A, alpha: 0.7)
    options.theme.accent = Color(0x0A5FD0)
  }
}
