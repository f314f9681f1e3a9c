import Linux
import Testing

@testable import Scanout

@Suite("A device that is watched over")
struct WatchedDeviceTests {
  private final class Node: Sendable {}

  /// Who was told to give up its rights.
  private let released = Shared<[ObjectIdentifier]>([])
  private let device: WatchedDevice<Node>

  init() {
    device = WatchedDevice { [released] node in
      released.update { $0.append(ObjectIdentifier(node)) }
    }
  }

  /// Looks at the device that is known, else opens one.
  private func look(_ meanwhile: (Node) -> Void = { _ in }) -> Node? {
    device.look { known in
      let node = known ?? Node()
      meanwhile(node)
      return (node, node)
    }
  }

  @Test("what is open is looked at again")
  func again() {
    let node = look()
    #expect(node != nil && look() === node && device.device === node)
  }

  @Test("a device that is given up during a look does not come back with it")
  func givenUp() throws {
    let node = try #require(look())
    var count = 0
    let other = look {
      count += 1
      if count == 1 { device.giveUp($0) }
    }
    #expect(other !== node && device.device === other && count == 2)
    // Once when it was given up, and once because the look may have taken the rights again.
    #expect(released.value == [ObjectIdentifier(node), ObjectIdentifier(node)])
  }

  @Test("only the device that is in use is given up")
  func other() throws {
    let node = try #require(look())
    device.giveUp(Node())
    #expect(device.device === node && released.value.isEmpty)
  }

  @Test("while it is left to others no thread looks, also one that was about to")
  func left() throws {
    let node = try #require(look())
    let hasBegun = BoundedQueue<Bool>(limit: 1)
    let leaving = try NamedThread("leave") { [device] in
      hasBegun.push(true)
      device.leave()
    }
    // Whichever comes first: after it has left, nothing takes the rights back.
    _ = hasBegun.pop()
    _ = look()
    leaving.join()
    #expect(device.isLeft && look() == nil && released.value == [ObjectIdentifier(node)])
    device.enter()
    #expect(look() === node)
  }
}
