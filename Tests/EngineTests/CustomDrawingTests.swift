import Synchronization
import Testing
import VitrineFakes
import VitrineGestures
import VitrineLinux
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

@Suite("Custom drawing and input of a program")
struct CustomDrawingTests {
  /// White over the left half of the display, below or above the controls, with the time as its
  /// text.
  private static func half(isAbove: Bool = false, _ pace: CustomDrawing.Pace = .onDemand)
    -> CustomDrawing
  {
    CustomDrawing(pace) { sheet in
      var left = Rect(sheet.metrics.size)
      left.width /= 2
      let box = Drawing(.box(Color(0xFFFFFF)), in: left)
      let area = HitArea("half", in: left, isAbove: isAbove)
      return isAbove
        ? CustomScene(above: [box], areas: [area]) : CustomScene(below: [box], areas: [area])
    }
  }

  @Test("Custom drawing is in the interface's layer and disappears when it is removed")
  func drawn() throws {
    let stage = try OwnStage(isBare: true)
    #expect(stage.pixel(10, 180) == 0)
    stage.player.draw(Self.half())
    stage.turn(.own)
    #expect(stage.pixel(10, 180) == 0xFFFF_FFFF && stage.pixel(330, 180) == 0)
    stage.player.draw(nil)
    stage.turn(.own)
    #expect(stage.pixel(10, 180) == 0)
  }

  @Test("Drawing requested before the interface exists is drawn once it does")
  func earlier() throws {
    let stage = try OwnStage(isBare: true) { $0.draw(Self.half()) }
    stage.turn(nil)
    #expect(stage.pixel(10, 180) == 0xFFFF_FFFF)
  }

  @Test("Custom drawing is under or over the controls", arguments: [false, true])
  func levels(isAbove: Bool) throws {
    let stage = try OwnStage(isBare: false)
    stage.play()
    stage.player.draw(Self.half(isAbove: isAbove))
    stage.turn(.own)
    let before = stage.leftHalf()
    #expect(before.allSatisfy { $0 == 0xFFFF_FFFF })
    stage.key("KEY_INFO")
    stage.turn(nil, after: .milliseconds(600))
    // The bars darken the drawing below them.
    let isCovered = stage.leftHalf().contains { $0 != 0xFFFF_FFFF }
    #expect(isCovered == !isAbove)
  }

  @Test("Custom drawing rotates with the picture and knows the display's size")
  func turned() throws {
    let stage = try OwnStage(isBare: true)
    stage.player.draw(Self.half())
    stage.turn(.own)
    var status = PlaybackStatus()
    status.rotation = .clockwise
    stage.turn(.status(status))
    // The left half of the upright display is the upper half of the panel.
    #expect(stage.pixel(10, 10) == 0xFFFF_FFFF && stage.pixel(630, 170) == 0xFFFF_FFFF)
    #expect(stage.pixel(10, 190) == 0 && stage.pixel(630, 350) == 0)
  }

  @Test("A tap on custom drawing reaches the program and not the interface")
  func tapped() throws {
    let stage = try OwnStage(isBare: false)
    stage.play()
    stage.player.listen()
    stage.player.draw(Self.half())
    stage.turn(.own)
    stage.tap(Point(0.25, 0.3))
    #expect(stage.asked == ["tap(count: 1) half"])
    let own = stage.leftHalf()
    stage.turn(nil, after: .milliseconds(600))
    #expect(stage.leftHalf() == own && stage.pixel(400, 340) == 0)
    // A tap next to it shows the bars.
    stage.tap(Point(0.75, 0.3))
    stage.turn(nil, after: .milliseconds(600))
    #expect(stage.asked == ["tap(count: 1) half", "tap(count: 1) picture"])
    #expect(stage.pixel(400, 340) != 0)
  }

  @Test("Keys that custom drawing handles have no other effect")
  func claimed() throws {
    let stage = try OwnStage(isBare: false)
    stage.play()
    stage.player.keep(.only(["KEY_PAUSE"]))
    stage.turn(.own)
    stage.key("KEY_PAUSE")
    #expect(stage.asked == ["key KEY_PAUSE down", "key KEY_PAUSE up"])
    stage.player.keep(.only([]))
    stage.turn(.own)
    stage.key("KEY_PAUSE")
    #expect(stage.asked.dropFirst(2) == ["key KEY_PAUSE down", "pause", "key KEY_PAUSE up"])
  }

  @Test("Animated drawing is drawn once per shown frame, and not earlier")
  func everyFrame() throws {
    let calls = Shared(0)
    let stage = try OwnStage(isBare: true, isShowing: false)
    stage.player.draw(
      CustomDrawing(.everyFrame) { _ in
        let count = calls.update { calls in
          calls += 1
          return calls
        }
        let place = Rect(x: Double(count), y: 0, width: 8, height: 8)
        return CustomScene(below: [Drawing(.box(Color(0xFFFFFF)), in: place)])
      })
    stage.turn(.own)
    for _ in 0..<100 { stage.turn(.subtitlesChanged) }
    #expect(calls.value == 1)
    #expect(stage.work.deadline(stage.now) == nil, "the display is in use")
    for number in 1...3 { stage.turn(.shown(number, stage.now)) }
    #expect(calls.value == 4)
  }

  @Test("Input devices stay closed until the program listens")
  func devices() throws {
    let stage = try OwnStage(isBare: true)
    #expect(!stage.work.acceptsInput && !stage.player.perform(.touchUp))
    stage.player.listen()
    stage.turn(.own)
    #expect(stage.work.acceptsInput)
  }
}

/// The interface's work on a display in memory.
private final class OwnStage {
  let player: Player
  let work: InterfaceWork
  private(set) var now = HostTime.now()
  private let host: OwnHost
  private let told = Shared<[String]>([])
  private let isShowing: Bool
  private static let panel = PixelSize(640, 360)

  init(isBare: Bool, isShowing: Bool = true, _ before: (Player) -> Void = { _ in }) throws {
    var configuration = InterfaceConfiguration()
    (configuration.options.isBare, configuration.waitsForListener) = (isBare, isBare)
    (configuration.options.idle, configuration.input) = (.never, nil)
    self.isShowing = isShowing
    let told = told
    player = Player(
      PlayerConfiguration(queue: Queue([]), display: .headless(Self.panel, refresh: 60))
    ) { event in
      if case .requested(let request) = event { told.update { $0.append("\(request)") } }
    }
    before(player)
    host = OwnHost(Self.panel)
    work = try InterfaceWork(
      configuration, player, host, SharedDisplay(host, fit: .contain, rotation: .none),
      BoundedQueue(limit: .max))
  }

  deinit { work.close() }

  /// The requests, except for thumbnails.
  var asked: [String] { told.value.filter { !$0.hasPrefix("thumbnail") } }

  /// Sends a report and lets the display show the result.
  func turn(_ news: InterfaceLoop.Message?, after time: Duration = .zero) {
    now = now + time
    if let news { work.handle(news) }
    work.turn(now)
    if isShowing, let number = host.number { work.handle(.shown(number, now)) }
  }

  func play() {
    var status = PlaybackStatus()
    (status.phase, status.item) = (.playing, Item(path: "/films/evening.mp4"))
    (status.position, status.duration) = (MediaTime(60, 1), MediaTime(600, 1))
    turn(.status(status))
  }

  func tap(_ place: Point) {
    turn(.scripted(.touchDown(place), now))
    now = now + .milliseconds(50)
    turn(.scripted(.touchUp, now))
  }

  func key(_ name: String) {
    turn(.scripted(.key(name, isDown: true), now))
    turn(.scripted(.key(name, isDown: false), now))
  }

  /// Premultiplied, from the layer on the panel; 0 if there is none.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    guard let layer = host.layer, layer.box.contains(x, y) else { return 0 }
    let offset = y * layer.buffer.layout.planes[0].pitch + x * 4
    return unsafe layer.buffer.bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  func leftHalf() -> [UInt32] {
    (0..<320).flatMap { x in (0..<360).map { y in pixel(x, y) } }
  }
}

extension PixelRect {
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < bottom
  }
}

/// A display in memory that accepts every drawing.
private final class OwnHost: PresenterHost, @unchecked Sendable {
  // @unchecked: a test has one thread.
  private let presenter: Presenter
  private let film: ScanoutPicture

  init(_ panel: PixelSize) {
    let clock = ManualClock()
    let display = FakeDisplay(size: panel, refresh: 60, clock: clock)
    let sound = ManualSound(clock)
    presenter = Presenter(
      sink: display, now: { clock.now }, clock: { sound.state }, report: { _ in })
    film = Self.film(panel)
  }

  private static func film(_ size: PixelSize) -> ScanoutPicture {
    var description = PictureDescription.film(nil)
    description.size = size
    guard
      let plan = ScanoutPlan.candidates(
        for: description, Arrangement(), on: size, format: .nv12
      ).first,
      let layout = BufferLayout(format: .nv12, size: size, pitch: size.width),
      let buffer = try? ScanoutBuffer(plain: layout)
    else { preconditionFailure("a picture in memory") }
    return ScanoutPicture(
      run: Run(1), pts: .zero, duration: MediaTime(1, 25), buffer: buffer, plan: plan,
      holder: .none)
  }

  /// The number of the last drawing; nil before the first.
  var number: Int? { presenter.layers.offer(film).interface.number }

  var layer: InterfaceLayer? { presenter.layers.offer(film).layers.interface }

  var cpuTime: Duration { .zero }
  var progress: DisplayProgress { presenter.progress.value }
  var facts: DisplayFacts? { presenter.facts.value }
  func perform(_ order: @escaping @Sendable (Presenter?) -> Void) { order(presenter) }
  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer? {
    question(presenter)
  }
  func nudge() {}
}
