import Testing
import VitrineLinux
import VitrineTiming

@testable import VitrineKMS

@Suite("Page flips of one device's outputs")
struct FlipRouterTests {
  private let router = FlipRouter()
  private let first: CRTC
  private let second: CRTC

  init() throws {
    first = CRTC(id: try #require(ObjectID(rawValue: 40)), index: 0, properties: Properties())
    second = CRTC(id: try #require(ObjectID(rawValue: 51)), index: 1, properties: Properties())
    for crtc in [first, second] { router.open(crtc, wakeup: try Wakeup()) }
  }

  private func flip(_ id: UInt64, of crtc: CRTC? = nil) -> PageFlip {
    PageFlip(id: id, sequence: 1, time: HostTime(nanoseconds: 1), crtc: crtc?.id)
  }

  @Test("Each output receives its own flips, whichever thread reads them")
  func sorted() {
    let flips = [flip(7, of: second), flip(8, of: first), flip(9, of: second)]
    #expect(router.drain(first.id) { flips }.map(\.id) == [8])
    #expect(router.drain(second.id) { [] }.map(\.id) == [7, 9])
    #expect(router.drain(second.id) { [] }.isEmpty)
  }

  @Test("Without the kernel's CRTC id, the commit numbers identify flips")
  func oldKernel() {
    let (one, other) = (router.number(for: first), router.number(for: second))
    #expect(router.drain(first.id) { [flip(other), flip(one)] }.map(\.id) == [one])
    #expect(router.drain(second.id) { [] }.map(\.id) == [other])
    router.close(second.id)
    #expect(router.drain(first.id) { [flip(router.number(for: second))] }.isEmpty)
  }

  @Test("Commits have unique, nonzero 32-bit numbers")
  func numbers() {
    let numbers = (0..<100).flatMap { _ in [first, second].map(router.number) }
    #expect(Set(numbers).count == 200 && !numbers.contains(0))
    #expect(numbers.allSatisfy { $0 <= UInt32.max })
  }
}
