import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

// The track menu.
extension GoldenScene {
  static let menus = [
    GoldenScene("menu") { stage in
      stage.play(GoldenSamples.latin)
      stage.showBars()
      stage.tap(stage.layout.button(.tracks)?.center ?? stage.layout.screen.center)
      stage.settle()
    },
    GoldenScene("menu-arabic", change: inArabic) { stage in
      stage.play(GoldenSamples.arabic) { status in
        (status.tracks, status.selected) = (GoldenSamples.manyTracks, [])
      }
      stage.key("KEY_MENU", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN")
      stage.settle()
    },
    GoldenScene("menu-chapters") { stage in
      stage.play(GoldenSamples.latin) { status in
        status.tracks.append(
          TrackInfo(
            kind: .audio, index: 4, codec: "aac", language: "eng", audience: .visuallyImpaired))
        status.chapters = [
          Chapter(title: "Winter", start: .zero), Chapter(title: "春", start: MediaTime(120, 1)),
          Chapter(start: MediaTime(300, 1)), Chapter(title: "Harvest", start: MediaTime(640, 1)),
        ]
      }
      stage.key("KEY_MENU")
      for _ in 0..<14 { stage.key("KEY_DOWN") }
      stage.settle()
    },
    styles(""),
    styles("-arabic", language: .ar),
    quality("", [], .upTo(height: 1080)),
    quality("-automatic", GoldenSamples.fewTracks, .automatic),
    GoldenScene("menu-quality-arabic", change: inArabic) { stage in
      stage.play(GoldenSamples.arabic) { status in
        (status.tracks, status.renditions) = ([], GoldenSamples.renditions)
      }
      stage.key("KEY_MENU", "KEY_DOWN")
      stage.settle()
    },
    menu("many"), menu("focus", "KEY_DOWN", "KEY_DOWN"),
    menu(
      "scrolled", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN",
      "KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN"),
  ]

  /// The page for the appearance of subtitles.
  private static func styles(
    _ suffix: String, language: InterfaceLanguage = .en
  ) -> GoldenScene {
    GoldenScene("menu-subtitle-style\(suffix)", change: { $0.language = language }) { stage in
      stage.play(GoldenSamples.latin) { status in
        status.tracks = GoldenSamples.fewTracks
        status.selected = [GoldenSamples.fewTracks[2]]
        status.choices.subtitleStyle.background = 0xBF00_0080
        status.choices.subtitleStyle.color = 0xFFFF_FF00
      }
      stage.key("KEY_MENU", "KEY_DOWN", "KEY_OK", "KEY_DOWN")
      stage.settle()
    }
  }

  @Sendable private static func inArabic(_ options: inout InterfaceOptions) {
    (options.wording.subtitles, options.wording.audio) = ("الترجمة", "الصوت")
    options.wording.off = "بلا"
    (options.wording.speed, options.wording.chapters) = ("السرعة", "الفصول")
    (options.wording.quality, options.wording.automatic) = ("الجودة", "تلقائي")
  }

  private static func quality(
    _ suffix: String, _ tracks: [TrackInfo], _ preference: VariantPolicy.Preference
  ) -> GoldenScene {
    GoldenScene("menu-quality\(suffix)") { stage in
      stage.play(GoldenSamples.latin) { status in
        (status.tracks, status.selected) = (tracks, Array(tracks.prefix(1)))
        (status.renditions, status.quality) = (GoldenSamples.renditions, preference)
      }
      stage.key("KEY_MENU")
      stage.settle()
    }
  }

  private static func menu(_ name: String, _ keys: String...) -> GoldenScene {
    GoldenScene("menu-\(name)") { stage in
      let tracks = GoldenSamples.manyTracks
      stage.play(GoldenSamples.latin) { status in
        (status.tracks, status.selected) = (tracks, [tracks[1], tracks[11]])
      }
      stage.showBars()
      if keys.isEmpty {
        stage.tap(stage.layout.button(.tracks)?.center ?? stage.layout.screen.center)
      } else {
        stage.key("KEY_MENU")
      }
      for key in keys { stage.key(key) }
      stage.settle()
    }
  }
}

// The gallery.
extension GoldenScene {
  static let lists = [
    GoldenScene("list-languages", change: { $0.languages = [.en, .de, .fr, .ja] }) { stage in
      stage.key("KEY_DOWN", "KEY_UP", "KEY_UP", "KEY_RIGHT")
      stage.settle()
    },
    GoldenScene("list-high-contrast", change: { $0.theme.useHighContrast() }) {
      $0.key("KEY_DOWN", "KEY_RIGHT")
    },
    GoldenScene("list-low", change: { $0.reach = Reach(mountingHeight: nil) }) { stage in
      stage.key("KEY_DOWN", "KEY_DOWN", "KEY_DOWN")
      stage.settle()
    },
    GoldenScene("list", change: { $0.heading = "Films of the House" }) { _ in },
    GoldenScene(
      "list-arabic",
      change: { options in
        options.heading = "أفلام البيت"
        options.entries = options.entries.map { entry in
          var entry = entry
          (entry.title, entry.subtitle) = (GoldenSamples.arabic, "سنة بين الأشجار")
          entry.categories = ["تاريخ"]
          return entry
        }
        options.wording.allCategories = "الكل"
      }
    ) { $0.key("KEY_DOWN", "KEY_LEFT") },
    GoldenScene("list-plain", change: { $0.entries = plain($0.entries) }) { _ in },
    GoldenScene("list-focus") { stage in
      stage.key("KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_RIGHT")
      stage.wait(.milliseconds(700))
    },
    GoldenScene("list-pressed") { stage in
      stage.hold(stage.card(1))
      stage.wait(.milliseconds(200))
    },
    GoldenScene("list-category") { stage in
      stage.key("KEY_DOWN", "KEY_UP", "KEY_RIGHT", "KEY_RIGHT", "KEY_OK")
      stage.settle()
    },
    page("", title: GoldenSamples.latin, GoldenSamples.latinStory, .en),
    page("-arabic", title: GoldenSamples.arabic, GoldenSamples.arabicStory, .ar),
    page("-japanese", title: GoldenSamples.japanese, GoldenSamples.japaneseStory, .ja),
    GoldenScene(
      "page-code",
      change: { options in
        options.entries[1].description = GoldenSamples.latinStory
        options.entries[1].link = GoldenSamples.link
      }
    ) { stage in
      stage.key("KEY_DOWN", "KEY_RIGHT", "KEY_OK")
      stage.settle()
    },
    GoldenScene("page-opening", change: { $0.entries[1].description = GoldenSamples.latinStory }) {
      stage in
      stage.tap(stage.card(1))
      stage.wait(.milliseconds(120))
    },
    GoldenScene("page-film", change: { $0.entries[0].description = GoldenSamples.latinStory }) {
      stage in
      stage.tap(stage.card(0))
      stage.wait(.milliseconds(800))
      stage.playOnPage()
      stage.settle()
    },
    GoldenScene("list-continue") { stage in
      stage.play(GoldenSamples.latin) { status in
        (status.duration, status.position) = (MediaTime(47, 1), MediaTime(20, 1))
      }
      stage.key("KEY_STOP")
      stage.settle()
    },
    search("", .en, GoldenSamples.films, "s", "t", "a", "r"),
    search("-arabic", .ar, GoldenSamples.arabicFilms, "ا"),
    GoldenScene(
      "list-search",
      change: { options in
        options.entries = GoldenSamples.many(GoldenSamples.films)
        for index in options.entries.indices {
          options.entries[index].categories = [index % 2 == 0 ? "Nature" : "City"]
        }
      }
    ) { stage in
      stage.key("KEY_DOWN", "KEY_UP", "KEY_LEFT")
      stage.settle()
    },
    GoldenScene("list-empty", change: { $0.entries = [] }) { _ in },
  ]

  /// The results of a search by keys.
  private static func search(
    _ suffix: String, _ language: InterfaceLanguage, _ titles: [String], _ letters: Character...
  ) -> GoldenScene {
    GoldenScene(
      "search\(suffix)",
      change: { options in
        options.language = language
        options.entries = GoldenSamples.many(titles)
      }
    ) { stage in
      stage.key("KEY_DOWN", "KEY_UP", "KEY_OK")
      for letter in letters { stage.choose(letter) }
      stage.settle()
    }
  }

  /// The page of an entry, with the focus on its button.
  private static func page(
    _ suffix: String, title: String, _ story: String, _ language: InterfaceLanguage
  ) -> GoldenScene {
    GoldenScene(
      "page\(suffix)",
      change: { options in
        options.language = language
        options.heading = title
        options.entries[1].title = title
        options.entries[1].description = story
        (options.entries[1].year, options.entries[1].languages) = (1962, ["ger", "jpn"])
      }
    ) { stage in
      stage.key("KEY_DOWN", language == .ar ? "KEY_LEFT" : "KEY_RIGHT", "KEY_OK")
      stage.settle()
    }
  }

  /// Entries as from a folder of files without metadata.
  @Sendable private static func plain(_ entries: [CatalogueEntry]) -> [CatalogueEntry] {
    entries.prefix(9).map {
      CatalogueEntry(
        id: $0.id, title: "DSC_0\($0.id * 37 + 11).MOV", duration: $0.duration, poster: nil)
    }
  }
}
