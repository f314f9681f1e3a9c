import Testing
import VitrineLinux

@testable import VitrineScanout

@Suite("Monitored devices")
struct WatchedDevicesTests {
  private final class Node: Sendable {}

  /// The devices that had to drop their rights.
  private let released = Shared<[ObjectIdentifier]>([])
  private let watched: WatchedDevices<Node>

  init() {
    watched = WatchedDevices { [released] node in
      released.update { $0.append(ObjectIdentifier(node)) }
    }
  }

  /// Examines the known device, or opens one.
  private func look(_ meanwhile: (Node) -> Void = { _ in }) -> Node? {
    watched.survey { known in
      let node = known.first ?? Node()
      meanwhile(node)
      return (node, [node] + known.dropFirst())
    }
  }

  @Test("An open device is examined again")
  func again() {
    let node = look()
    #expect(node != nil && look() === node && watched.devices.first === node)
  }

  @Test("A device given up during a survey does not return with it")
  func givenUp() throws {
    let node = try #require(look())
    var count = 0
    let other = look {
      count += 1
      if count == 1 { watched.drop($0) }
    }
    #expect(other !== node && watched.devices.first === other && count == 2)
    // Once when it was released, and once because the survey may have taken the rights again.
    #expect(released.value == [ObjectIdentifier(node), ObjectIdentifier(node)])
  }

  @Test("Only the device in use is given up")
  func other() throws {
    let node = try #require(look())
    watched.drop(Node())
    #expect(watched.devices.first === node && released.value.isEmpty)
  }

  @Test("While devices are left to others, no thread surveys them, even if one was about to")
  func left() throws {
    let node = try #require(look())
    let hasBegun = BoundedQueue<Bool>(limit: 1)
    let leaving = try NamedThread("leave") { [watched] in
      hasBegun.push(true)
      watched.leave()
    }
    // In either order: after it has left, nothing takes the rights back.
    _ = hasBegun.pop()
    _ = look()
    leaving.join()
    #expect(watched.isLeft && look() == nil && released.value == [ObjectIdentifier(node)])
    watched.enter()
    #expect(look() === node)
  }

  @Test("Of two devices, one is given up and the other stays")
  func two() throws {
    let (kept, lost) = (Node(), Node())
    #expect(watched.survey { _ in (true, [kept, lost]) } == true)
    watched.drop(lost)
    #expect(watched.devices.map { ObjectIdentifier($0) } == [ObjectIdentifier(kept)])
    #expect(released.value == [ObjectIdentifier(lost)])
  }
}
