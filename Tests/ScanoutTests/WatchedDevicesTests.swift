import Testing
import VitrineLinux

@testable import VitrineScanout

@Suite("Devices that are watched over")
struct WatchedDevicesTests {
  private final class Node: Sendable {}

  /// Who was told to give up its rights.
  private let released = Shared<[ObjectIdentifier]>([])
  private let watched: WatchedDevices<Node>

  init() {
    watched = WatchedDevices { [released] node in
      released.update { $0.append(ObjectIdentifier(node)) }
    }
  }

  /// Looks at the device that is known, else opens one.
  private func look(_ meanwhile: (Node) -> Void = { _ in }) -> Node? {
    watched.look { known in
      let node = known.first ?? Node()
      meanwhile(node)
      return (node, [node] + known.dropFirst())
    }
  }

  @Test("what is open is looked at again")
  func again() {
    let node = look()
    #expect(node != nil && look() === node && watched.devices.first === node)
  }

  @Test("a device that is given up during a look does not come back with it")
  func givenUp() throws {
    let node = try #require(look())
    var count = 0
    let other = look {
      count += 1
      if count == 1 { watched.giveUp($0) }
    }
    #expect(other !== node && watched.devices.first === other && count == 2)
    // Once when it was given up, and once because the look may have taken the rights again.
    #expect(released.value == [ObjectIdentifier(node), ObjectIdentifier(node)])
  }

  @Test("only the device that is in use is given up")
  func other() throws {
    let node = try #require(look())
    watched.giveUp(Node())
    #expect(watched.devices.first === node && released.value.isEmpty)
  }

  @Test("while it is left to others no thread looks, also one that was about to")
  func left() throws {
    let node = try #require(look())
    let hasBegun = BoundedQueue<Bool>(limit: 1)
    let leaving = try NamedThread("leave") { [watched] in
      hasBegun.push(true)
      watched.leave()
    }
    // Whichever comes first: after it has left, nothing takes the rights back.
    _ = hasBegun.pop()
    _ = look()
    leaving.join()
    #expect(watched.isLeft && look() == nil && released.value == [ObjectIdentifier(node)])
    watched.enter()
    #expect(look() === node)
  }

  @Test("of two devices one is given up, and the other stays")
  func two() throws {
    let (kept, lost) = (Node(), Node())
    #expect(watched.look { _ in (true, [kept, lost]) } == true)
    watched.giveUp(lost)
    #expect(watched.devices.map { ObjectIdentifier($0) } == [ObjectIdentifier(kept)])
    #expect(released.value == [ObjectIdentifier(lost)])
  }
}
