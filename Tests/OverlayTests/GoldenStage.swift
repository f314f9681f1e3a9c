import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

/// An interface with a user who looks, taps and presses keys, and its own clock.
struct GoldenStage {
  var interface: Interface
  var status = PlaybackStatus()
  private(set) var now = HostTime(nanoseconds: 5_000_000_000)

  init(_ options: InterfaceOptions, size: PixelSize) {
    let metrics = Metrics(
      size: size, pixelsPerMillimetre: nil, theme: options.theme, reach: options.reach)
    interface = Interface(options, metrics: metrics, now: now)
  }

  var layout: PlayerLayout { interface.context.layout }
  var drawings: [Drawing] { interface.drawings(at: now) }

  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let due = interface.deadline(now), due > now, due < end {
      now = due
      _ = interface.timePassed(now)
    }
    now = end
    _ = interface.timePassed(now)
  }

  /// Changes the player's status.
  mutating func report(_ change: (inout PlaybackStatus) -> Void) {
    change(&status)
    _ = interface.receive(status, at: now)
  }

  /// Plays an entry chosen from the gallery, or the first item of signage.
  mutating func play(_ title: String, _ change: (inout PlaybackStatus) -> Void = { _ in }) {
    if interface.isListShown { tap(card(0)) }
    wait(.milliseconds(800))
    var item = Item(path: "film.mp4")
    item.title = title
    report { status in
      (status.phase, status.entry) = (.playing, Queue([item]).entries.first?.id)
      (status.item, status.duration) = (item, MediaTime(754, 1))
      status.position = MediaTime(187, 1)
      status.buffered = [MediaTime(187, 1)...MediaTime(330, 1)]
      (status.tracks, status.selected) = (GoldenSamples.fewTracks, [GoldenSamples.fewTracks[0]])
      change(&status)
    }
  }

  /// Plays the film of the open page there, and pauses it.
  mutating func playOnPage() {
    guard let poster = interface.screen.list?.catalogue.filmPlace else { return }
    tap(poster.center)
    let area = interface.filmArea
    report { status in
      (status.phase, status.entry) = (.playing, Queue([Item(path: "film.mp4")]).entries.first?.id)
      (status.duration, status.isPaused, status.area) = (MediaTime(754, 1), true, area)
    }
  }

  /// Waits until fades are complete.
  mutating func settle() { wait(.milliseconds(400)) }

  mutating func key(_ names: String...) {
    for name in names {
      _ = interface.receiveKey(name, isDown: true, at: now)
      wait(.milliseconds(40))
      _ = interface.receiveKey(name, isDown: false, at: now)
      wait(.milliseconds(40))
    }
  }

  /// Puts a finger down and keeps it there.
  mutating func hold(_ place: Point) {
    _ = interface.receive(TouchFrame([Contact(id: 1, at: place)], at: now))
    wait(.milliseconds(60))
  }

  mutating func lift() {
    _ = interface.receive(TouchFrame([], at: now))
    wait(.milliseconds(60))
  }

  mutating func tap(_ place: Point, times: Int = 1) {
    for _ in 0..<times {
      hold(place)
      lift()
    }
  }

  /// Drags a finger and keeps it there.
  mutating func drag(_ start: Point, to end: Point, in steps: Int = 20) {
    hold(start)
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      let place = Point(
        start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
      _ = interface.receive(TouchFrame([Contact(id: 1, at: place)], at: now))
      wait(.milliseconds(10))
    }
  }

  /// The slider's position for a fraction of the duration, 0 to 1.
  func onSlider(_ share: Double) -> Point {
    guard let slider = layout.slider else { return layout.screen.center }
    return Point(slider.x + share * slider.width, slider.center.y)
  }
}

extension GoldenStage {
  /// The middle of a gallery card.
  func card(_ position: Int) -> Point {
    guard let catalogue = interface.list?.catalogue else { return layout.screen.center }
    return catalogue.layout.frame(of: position).moved(0, -catalogue.place).center
  }

  /// Chooses a letter of the search by keys.
  mutating func choose(_ letter: Character) {
    for _ in 0..<60 {
      guard let catalogue = interface.list?.catalogue, catalogue.focus != .chip(.letter(letter))
      else { break }
      key(catalogue.isMirrored ? "KEY_LEFT" : "KEY_RIGHT")
    }
    key("KEY_OK")
  }
}
