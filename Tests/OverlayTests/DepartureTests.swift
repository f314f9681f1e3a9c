import Testing
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineOverlay

/// Every state that a visitor can leave a display in, and the result.
@Suite("The state after a visitor has left")
struct DepartureTests {
  /// The operator's state.
  private static let home: DefaultState = {
    var home = DefaultState()
    (home.volume, home.choices.subtitle) = (0.8, .off)
    home.choices.audio = .language("de")
    return home
  }()

  /// A state and the requests it causes: of signage, and of a video chosen from a gallery.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let signage: [String]
    let chosen: [String]
    let change: @Sendable (inout PlaybackStatus) -> Void

    init(
      _ name: String, _ signage: [String], chosen: [String] = [],
      _ change: @escaping @Sendable (inout PlaybackStatus) -> Void
    ) {
      self.name = name
      self.signage = signage
      self.chosen = chosen
      self.change = change
    }

    var testDescription: String { name }
  }

  static let rows = [
    Row("a film plays", []) { _ in },
    Row("paused", ["play"], chosen: ["leave"]) { $0.isPaused = true },
    Row("paused while it opens", ["play"], chosen: ["leave"]) {
      ($0.isPaused, $0.phase) = (true, .opening)
    },
    Row("paused by a source that does not keep up", []) { $0.phase = .buffering },
    Row("playing at 2x", ["rate 1.0"]) { $0.rate = 2 },
    Row("paused at 2x", ["rate 1.0", "play"], chosen: ["leave", "rate 1.0"]) {
      ($0.rate, $0.isPaused) = (2, true)
    },
    Row("zoomed", ["fit contain"]) { $0.fit = .cover },
    Row("rotated", ["rotation 0"]) { $0.rotation = .clockwise },
    Row("volume down", ["volume 0.8"]) { $0.volume = 0.1 },
    Row("muted", ["mute off"]) { $0.isMuted = true },
    Row("subtitles by number", ["tracks"]) { $0.choices.subtitle = .index(2) },
    Row("subtitles by language", ["tracks"]) { $0.choices.subtitle = .language("fr") },
    Row("another audio track", ["tracks"]) { $0.choices.audio = .index(3) },
    Row(
      "all settings", ["volume 0.8", "mute off", "rate 1.0", "tracks", "fit contain", "rotation 0"]
    ) {
      ($0.volume, $0.isMuted, $0.rate, $0.fit) = (0, true, 0.5, .stretch)
      ($0.choices.subtitle, $0.rotation) = (.index(2), .upsideDown)
    },
    Row("a scrub is in progress", ["scrub-end"], chosen: ["leave"]) { $0.isScrubbing = true },
    Row("a scrub is in progress while paused", ["scrub-end", "play"], chosen: ["leave"]) {
      ($0.isScrubbing, $0.isPaused) = (true, true)
    },
    Row("stopped", ["play"], chosen: ["leave"]) { ($0.phase, $0.entry) = (.idle, nil) },
    Row("ended", []) { $0.phase = .ended },
    Row("ended while paused", []) { ($0.phase, $0.isPaused) = (.ended, true) },
    Row("nothing can be played", []) {
      $0.phase = .failed(PlaybackError(.source, "gone", exitStatus: .noInput))
    },
    Row("a still", []) { ($0.isMoving, $0.duration) = (false, nil) },
    Row("a paused still", ["play"], chosen: ["leave"]) {
      ($0.isMoving, $0.isPaused, $0.duration) = (false, true, nil)
    },
    Row("a film without an end", [], chosen: ["leave"]) {
      ($0.duration, $0.isEndless) = (nil, true)
    },
    // The usual case: the next frame is decoded before it is due.
    Row("a film without a due frame", [], chosen: ["leave"]) {
      ($0.isMoving, $0.duration, $0.isEndless) = (false, nil, true)
    },
  ]

  private func requests(_ place: Departure.Place, _ row: Row) -> [String] {
    var status = PlaybackStatus()
    status.play(entry: 1)
    (status.isMoving, status.volume, status.choices) = (true, 0.8, Self.home.choices)
    row.change(&status)
    let departure = Departure(from: place, status, home: Self.home)
    #expect(departure.isNeeded == (!departure.requests.isEmpty || place == .list(isAtStart: false)))
    return departure.requests.map(\.description)
  }

  @Test("Signage continues as configured", arguments: rows)
  func signage(row: Row) { #expect(requests(.signage, row) == row.signage) }

  @Test(
    "A chosen film plays to its end; a stopped one returns to the gallery",
    arguments: rows)
  func chosen(row: Row) { #expect(requests(.chosen, row) == row.chosen) }

  @Test("The gallery restarts with the configured settings", arguments: rows)
  func list(row: Row) {
    let still = ["play", "scrub-end"]
    for isAtStart in [true, false] {
      #expect(
        requests(.list(isAtStart: isAtStart), row) == row.signage.filter { !still.contains($0) })
    }
  }

  @Test("The attract loop leaves nothing behind", arguments: rows)
  func attract(row: Row) { #expect(requests(.attract, row) == []) }
}
