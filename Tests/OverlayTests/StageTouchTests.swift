import Synchronization
import Testing
import VitrinePictures
import VitrineScenes

@testable import VitrineOverlay

@Suite("Touches of the stage")
struct StageTouchTests {
  private static let area = Rect(x: 300, y: 100, width: 900, height: 600)

  /// The touches of the area, in order.
  private final class Received: Sendable {
    private let touches = Mutex<[AreaTouch]>([])

    func add(_ touch: AreaTouch) { touches.withLock { $0.append(touch) } }

    func take() -> [AreaTouch] {
      touches.withLock { touches in
        defer { touches = [] }
        return touches
      }
    }
  }

  private static func user(_ received: Received) -> SimulatedUser {
    var user = SimulatedUser.watching(list: 0)
    user.interface.drawStage(
      CustomDrawing(touched: { name, touch in if name == "page" { received.add(touch) } }) { _ in
        CustomScene(areas: [HitArea("page", in: area)])
      })
    user.interface.redrawOwn(at: user.now)
    return user
  }

  @Test("A tap is down and up at its place, and does nothing else")
  func tap() {
    let received = Received()
    var user = Self.user(received)
    user.tap(Point(400, 200))
    user.wait(1000)
    let touches = received.take()
    #expect(touches.first == .down(Point(400, 200)) && touches.last == .up)
    #expect(!user.seesBars && user.takeRequests().isEmpty)
  }

  @Test("A drag moves from its start, and ends outside of the area too")
  func drag() {
    let received = Received()
    var user = Self.user(received)
    user.drag(from: Point(400, 600), to: Point(400, 40))
    let touches = received.take()
    // The press has become a drag.
    let drag = touches.drop { $0 != .cancelled }.dropFirst()
    let moved = drag.isEmpty ? touches[...] : drag
    #expect(moved.first == .down(Point(400, 600)) && moved.last == .up)
    #expect(moved.dropLast().last == .moved(Point(400, 40)))
  }

  @Test("A finger that rests is cancelled, and a touch elsewhere is not passed on")
  func rest() {
    let received = Received()
    var user = Self.user(received)
    user.touch(Point(400, 200))
    user.wait(1000)
    user.lift()
    #expect(received.take() == [.down(Point(400, 200)), .cancelled])
    user.tap(Point(100, 50))
    #expect(received.take() == [])
  }
}
