import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

/// A named state of the interface, and the steps to reach it.
struct GoldenScene: Sendable, CustomStringConvertible {
  let name: String
  var hasList = true
  var change: @Sendable (inout InterfaceOptions) -> Void = { _ in }
  let act: @Sendable (inout GoldenStage) -> Void

  var description: String { name }

  init(
    _ name: String, hasList: Bool = true,
    change: @escaping @Sendable (inout InterfaceOptions) -> Void = { _ in },
    _ act: @escaping @Sendable (inout GoldenStage) -> Void
  ) {
    self.name = name
    self.hasList = hasList
    self.change = change
    self.act = act
  }

  /// The drawings on a display of this size: a video with the interface over it.
  func drawings(_ size: PixelSize) -> [Drawing] {
    var options = InterfaceOptions()
    options.hasList = hasList
    if hasList { options.entries = GoldenSamples.entries }
    change(&options)
    var stage = GoldenStage(options, size: size)
    act(&stage)
    return GoldenSamples.backdrop(Rect(size)) + stage.drawings
  }

  static let sizes = [
    PixelSize(1920, 1080), PixelSize(1080, 1920), PixelSize(800, 480), PixelSize(3840, 2160),
  ]

  static let all = bars + passing + menus + lists + idle + service + stage
}

// The bars.
extension GoldenScene {
  static let bars = [
    GoldenScene("playing") { stage in
      stage.play(GoldenSamples.latin)
      stage.showBars()
    },
    GoldenScene("playing-arabic") { stage in
      stage.play(GoldenSamples.arabic)
      stage.showBars()
    },
    GoldenScene("paused-japanese") { stage in
      stage.play(GoldenSamples.japanese) { $0.isPaused = true }
      stage.settle()
    },
    GoldenScene("long-title") { stage in
      let title = "A Conversation Between Two People Who Never Met, on a Bench That Is Not There"
      stage.play(title + ", Told by Neither") { $0.isPaused = true }
      stage.settle()
    },
    GoldenScene("large-arabic", change: { $0.theme.scale = 1.5 }) { stage in
      stage.play(GoldenSamples.arabic) { $0.isPaused = true }
      stage.settle()
    },
    GoldenScene("high-contrast", change: { $0.theme.useHighContrast() }) { stage in
      stage.play(GoldenSamples.latin) { $0.isPaused = true }
      stage.key("KEY_UP")
      stage.settle()
    },
    GoldenScene("low", hasList: false, change: { $0.reach = Reach(mountingHeight: nil) }) { stage in
      stage.play(GoldenSamples.latin) { $0.isPaused = true }
      stage.settle()
    },
    focus("back", "KEY_UP", "KEY_UP"), focus("play", "KEY_UP"),
    focus("slider", "KEY_UP", "KEY_DOWN"),
    focus("tracks", "KEY_UP", "KEY_DOWN", "KEY_DOWN", "KEY_RIGHT", "KEY_RIGHT"),
    focus("rotate", "KEY_UP", "KEY_DOWN", "KEY_DOWN", "KEY_RIGHT", "KEY_RIGHT", "KEY_RIGHT"),
    GoldenScene("everything") { stage in
      stage.play(GoldenSamples.latin) { status in
        (status.hasNext, status.hasPrevious) = (true, true)
        status.tracks.append(
          TrackInfo(
            kind: .audio, index: 4, codec: "aac", language: "eng", audience: .visuallyImpaired))
        status.selected = [status.tracks[3], status.tracks[2]]
        status.chapters = [0, 120, 300, 420, 640].map { Chapter(start: MediaTime($0, 1)) }
      }
      stage.showBars()
    },
    GoldenScene("opening", hasList: false) { stage in
      stage.play(GoldenSamples.latin) { status in
        (status.phase, status.duration, status.position) = (.opening, nil, .zero)
        (status.tracks, status.selected, status.buffered) = ([], [], [])
      }
      stage.showBars()
    },
    GoldenScene("pressed") { stage in
      stage.play(GoldenSamples.latin) { $0.isPaused = true }
      stage.settle()
      stage.hold(stage.layout.button(.tracks)?.center ?? stage.layout.screen.center)
    },
    GoldenScene("hours") { stage in
      stage.play(GoldenSamples.latin) { status in
        (status.duration, status.position) = (MediaTime(36_754, 1), MediaTime(20_000, 1))
        status.buffered = [MediaTime(20_000, 1)...MediaTime(21_000, 1)]
      }
      stage.showBars()
    },
    GoldenScene("endless") { stage in
      stage.play("North Entrance, live") { status in
        (status.duration, status.buffered) = (nil, [])
      }
      stage.showBars()
    },
    GoldenScene("signage", hasList: false) { stage in
      stage.play(GoldenSamples.latin) { $0.tracks = [] }
      stage.showBars()
    },
    GoldenScene(
      "sparse", change: { $0.theme.hidden = [.backButton, .centerButton, .orientationButton] }
    ) {
      stage in
      stage.play(GoldenSamples.latin) { $0.tracks = [] }
      stage.showBars()
    },
    GoldenScene("large", change: { $0.theme.scale = 1.5 }) { stage in
      stage.play(GoldenSamples.latin) { $0.isPaused = true }
      stage.settle()
    },
    GoldenScene("ended", hasList: false) { stage in
      stage.play(GoldenSamples.latin)
      stage.report { ($0.phase, $0.position) = (.ended, MediaTime(754, 1)) }
      stage.showBars()
    },
  ]

  private static func focus(_ name: String, _ keys: String...) -> GoldenScene {
    GoldenScene("focus-\(name)") { stage in
      stage.play(GoldenSamples.latin)
      stage.key("KEY_INFO")
      for key in keys { stage.key(key) }
      stage.settle()
    }
  }
}

extension GoldenStage {
  mutating func showBars() {
    tap(Point(layout.screen.center.x, layout.screen.height * 0.3))
    settle()
  }
}
