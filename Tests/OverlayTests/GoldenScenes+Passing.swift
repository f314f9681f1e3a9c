import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineOverlay

// Transient elements.
extension GoldenScene {
  static let passing = [
    GoldenScene("drag-thumbnail") { stage in
      stage.beginDrag(to: 0.62)
      stage.interface.receiveThumbnail(GoldenSamples.poster(0), of: MediaTime(467, 1))
    },
    GoldenScene("drag-edge") { stage in
      stage.beginDrag(to: 0)
      stage.interface.receiveThumbnail(GoldenSamples.poster(3), of: .zero)
    },
    GoldenScene("drag-time") { stage in stage.beginDrag(to: 0.62) },
    GoldenScene("fine-seek") { stage in
      stage.play(GoldenSamples.latin)
      let screen = stage.layout.screen
      stage.drag(
        Point(screen.width * 0.4, screen.height * 0.4),
        to: Point(screen.width * 0.7, screen.height * 0.4))
      stage.interface.receiveThumbnail(GoldenSamples.poster(1), of: MediaTime(214, 1))
      stage.settle()
    },
    skip("forward", 0.85, taps: 4), skip("back", 0.15, taps: 2),
    GoldenScene("skip-button") { stage in
      stage.play(GoldenSamples.latin) { ($0.hasNext, $0.hasPrevious) = (true, true) }
      stage.showBars()
      stage.tap(
        stage.layout.frame(of: .skipForward)?.center ?? stage.layout.screen.center, times: 2)
      stage.wait(.milliseconds(200))
    },
    GoldenScene("notice", hasList: false, change: { $0.isBare = true }) { stage in
      stage.play(GoldenSamples.latin)
      let words = Wording()
      stage.interface.show(
        Notice(
          title: words.pairing, digits: "440639", detail: words.pairingHow,
          until: stage.now + .seconds(120)), at: stage.now)
      stage.settle()
    },
    notice("text", "Tours in English start here at 11:00 and 14:00."),
    notice("information", "The café on the roof is open.", as: .information),
    notice(
      "warning",
      "The lift to floors 3 to 5 is out of order until Thursday. Please use the escalators next to "
        + "the cloakroom, or ask the staff at the entrance to take you up in the goods lift.",
      as: .warning),
    notice("warning-arabic", "المصعد معطّل. استخدموا السلم المتحرك.", as: .warning),
    notice("emergency", "Leave the building now. Do not use the lifts.", as: .emergency),
    GoldenScene("volume") { stage in
      stage.play(GoldenSamples.latin) { $0.volume = 0.7 }
      stage.key("KEY_VOLUMEDOWN")
      stage.settle()
    },
    GoldenScene("muted") { stage in
      stage.play(GoldenSamples.latin)
      stage.key("KEY_MUTE")
      stage.settle()
    },
    GoldenScene("spinner") { stage in
      stage.play(GoldenSamples.latin)
      stage.report { $0.phase = .buffering }
      stage.wait(.milliseconds(300))
      stage.wait(.milliseconds(500))
    },
    GoldenScene("spinner-bars") { stage in
      stage.play(GoldenSamples.latin)
      stage.report { $0.phase = .buffering }
      stage.wait(.milliseconds(300))
      stage.showBars()
    },
    GoldenScene("waiting-for-network") { stage in
      stage.play(GoldenSamples.latin)
      stage.report {
        $0.phase = .buffering
        $0.networkError = "camera-3.station.example does not answer"
      }
      stage.wait(.milliseconds(300))
      stage.wait(.seconds(4))
    },
    live("", shifted: false), live("-left", shifted: true),
    window("", behind: 0) { $0.showBars() }, window("-left", behind: 97) { $0.showBars() },
    window("-hours", behind: 5000, length: 14_400) { $0.showBars() },
    window("-drag", behind: 0) { stage in
      stage.showBars()
      stage.drag(stage.onSlider(1), to: stage.onSlider(0.62))
      stage.settle()
    },
    window("-focus", behind: 97) { stage in
      stage.key("KEY_UP", "KEY_DOWN")
      stage.settle()
    },
    message("", "film.mp4"),
    message(
      "-long",
      "A Conversation Between Two People Who Never Met, Held in the North Wing and Written Down by a "
        + "Third, with an Introduction by the Curator of the Exhibition and Notes for Visitors"),
    message("-arabic", "حديقة لا تنام.mp4", words: "تعذّر تشغيل هذا الفيديو"),
    message("-japanese", "眠らない庭.mp4", words: "この動画は再生できません"),
    GoldenScene("note") { stage in
      stage.play(GoldenSamples.latin)
      stage.key("KEY_SUBTITLE")
      stage.settle()
    },
    GoldenScene("note-bars") { stage in
      stage.play(GoldenSamples.latin) { status in
        (status.tracks, status.isPaused) = (GoldenSamples.manyTracks, true)
        status.selected = [GoldenSamples.manyTracks[1]]
      }
      stage.key("KEY_SUBTITLE")
      stage.settle()
    },
  ]

  private static func notice(
    _ name: String, _ words: String, as severity: Severity? = nil
  ) -> GoldenScene {
    GoldenScene("notice-\(name)", hasList: false, change: { $0.isBare = true }) { stage in
      stage.play(GoldenSamples.latin)
      stage.interface.show(
        Notice(words, title: "", as: severity, until: stage.now + .seconds(10)), at: stage.now)
      stage.settle()
    }
  }

  private static func live(_ suffix: String, shifted: Bool) -> GoldenScene {
    GoldenScene("live\(suffix)") { stage in
      stage.play("Square, north") { status in
        (status.duration, status.buffered) = (nil, [])
        status.live = LiveProgress(
          latency: MediaTime(shifted ? 97 : 13, 1), target: MediaTime(12, 1), rate: 1,
          isShifted: shifted)
      }
      stage.showBars()
    }
  }

  private static func window(
    _ suffix: String, behind: Int64, length: Int64 = 600,
    _ act: @escaping @Sendable (inout GoldenStage) -> Void
  ) -> GoldenScene {
    GoldenScene("live-window\(suffix)") { stage in
      stage.play("Square, north") { status in
        status.showLive(behind: behind, window: length, end: 20_000)
        status.buffered = [status.position...(status.position + MediaTime(12, 1))]
      }
      act(&stage)
    }
  }

  private static func skip(_ name: String, _ share: Double, taps: Int) -> GoldenScene {
    GoldenScene("skip-\(name)") { stage in
      stage.play(GoldenSamples.latin)
      let screen = stage.layout.screen
      stage.tap(Point(screen.width * share, screen.center.y), times: taps)
      stage.wait(.milliseconds(200))
    }
  }

  private static func message(
    _ suffix: String, _ title: String, words: String = Wording().cannotPlay
  ) -> GoldenScene {
    GoldenScene("message\(suffix)", change: { $0.wording.cannotPlay = words }) { stage in
      stage.play(GoldenSamples.latin)
      var item = Item(path: "film")
      item.title = title
      stage.interface.receiveFailure(of: item, at: stage.now)
      stage.settle()
    }
  }
}

extension GoldenStage {
  fileprivate mutating func beginDrag(to share: Double) {
    play(GoldenSamples.latin)
    showBars()
    drag(onSlider(0.25), to: onSlider(share))
    settle()
  }
}
