import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("A mouse does what a finger does")
struct PointerTests {
  /// Moves the pointer to a place, in steps that the gain does not change.
  private func move(_ user: inout SimulatedUser, to place: Point) {
    for _ in 0..<4000 {
      let (x, y) = (
        place.x - user.interface.pointer.place.x, place.y - user.interface.pointer.place.y
      )
      guard max(abs(x), abs(y)) > 2 else { return }
      _ = user.interface.movePointer(
        across: x > 2 ? 1 : x < -2 ? -1 : 0, down: y > 2 ? 1 : y < -2 ? -1 : 0, at: user.now)
    }
  }

  private func click(_ user: inout SimulatedUser) -> [InterfaceRequest] {
    let down = user.interface.pressPointer(true, at: user.now)
    user.wait(80)
    return down + user.interface.pressPointer(false, at: user.now)
  }

  @Test("The pointer is visible for 3 s after its last motion, above everything")
  func visibility() {
    var user = SimulatedUser(list: 3)
    #expect(!user.icons.contains(.pointer))
    _ = user.interface.movePointer(across: 5, down: 5, at: user.now)
    #expect(user.icons.last == .pointer)
    user.wait(2900)
    _ = user.interface.movePointer(across: 5, down: 5, at: user.now)
    user.wait(2900)
    #expect(user.icons.last == .pointer)
    user.wait(500)
    #expect(!user.icons.contains(.pointer))
  }

  @Test("A click on a card plays it, and motion over the video shows the controls")
  func click() throws {
    var user = SimulatedUser(list: 3)
    let list = try #require(user.interface.list)
    move(&user, to: list.catalogue.layout.frame(of: 1).center)
    let requests = click(&user)
    #expect(requests.map(\.description).contains("open 1"))
    user.hear { $0.play(entry: 1) }
    user.wait(10_000)
    #expect(!user.seesBars)
    _ = user.interface.movePointer(across: 1, down: 0, at: user.now)
    user.wait(300)
    #expect(user.seesBars)
    move(&user, to: try user.middle(of: .playPause))
    let pause = click(&user)
    #expect(pause == [.perform(.toggle)])
  }

  @Test("Slow motions are exact, fast ones go far, and the display is the limit")
  func gain() {
    var pointer = Pointer(CatalogueHand.metrics(PixelSize(1920, 1080)))
    let metrics = CatalogueHand.metrics(PixelSize(1920, 1080))
    let start = pointer.place
    pointer.move(1, 0, metrics)
    #expect(pointer.place.x - start.x < 2)
    pointer.move(40, 0, metrics)
    #expect(pointer.place.x - start.x > 100)
    pointer.move(4096, -4096, metrics)
    #expect(pointer.place == Point(1919, 0))
  }

  /// The scroll position of the gallery.
  private func place(_ user: SimulatedUser) throws -> Double {
    var catalogue = try #require(user.interface.list).catalogue
    catalogue.advance(to: user.now)
    return catalogue.place
  }

  @Test("The wheel scrolls the gallery, and sets the volume over a video")
  func wheel() throws {
    var user = SimulatedUser(list: 60)
    _ = user.interface.turnWheel(-3, at: user.now)
    user.wait(2000)
    #expect(try place(user) > 200)
    _ = user.interface.turnWheel(9, at: user.now)
    user.wait(2000)
    #expect(try place(user) == 0)
    user = .watching()
    let requests = user.interface.turnWheel(-1, at: user.now)
    #expect(requests.map(\.description).first?.hasPrefix("volume") == true)
    _ = user.interface.turnWheel(.min, at: user.now)
  }

  @Test("A drag with the button scrubs, and a lost mouse undoes it")
  func drag() throws {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(400)
    move(&user, to: try user.onSlider(0.2))
    _ = user.interface.pressPointer(true, at: user.now)
    user.wait(50)
    let start = user.interface.pointer.place
    move(&user, to: Point(start.x + 300, start.y))
    #expect(user.interface.screen.video?.scrubbing != nil)
    let requests = user.interface.losePointer(at: user.now)
    #expect(requests.contains(.perform(.endScrubbing)))
    #expect(user.interface.losePointer(at: user.now) == [])
  }

  @Test("A button that is held without motion costs nothing, and its release always counts")
  func held() throws {
    var user = SimulatedUser(list: 3)
    _ = user.interface.pressPointer(true, at: user.now)
    user.wait(10_000)
    #expect(user.interface.deadline(user.now).map { $0 > user.now } ?? true)
    #expect(user.icons.last == .pointer)
    user.interface.options.isBare = true
    _ = user.interface.pressPointer(false, at: user.now)
    #expect(user.interface.pointer.press == nil)
  }

  @Test("The wheel leaves the volume alone if visitors may not set it by touch")
  func lockedVolume() {
    var user = SimulatedUser.watching()
    user.interface.options.ignored = [.volume]
    #expect(user.interface.turnWheel(3, at: user.now) == [])
  }

  @Test("Without an interface there is no pointer")
  func bare() {
    var user = SimulatedUser(list: 0) { $0.isBare = true }
    #expect(user.interface.movePointer(across: 9, down: 9, at: user.now) == [])
    #expect(user.drawings.isEmpty)
  }
}
