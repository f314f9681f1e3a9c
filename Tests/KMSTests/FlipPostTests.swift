import Linux
import Testing
import Timing

@testable import KMS

@Suite("Flips of one device's outputs")
struct FlipPostTests {
  private let post = FlipPost()
  private let first: CRTC
  private let second: CRTC

  init() throws {
    first = CRTC(id: try #require(ObjectID(rawValue: 40)), index: 0, properties: Properties())
    second = CRTC(id: try #require(ObjectID(rawValue: 51)), index: 1, properties: Properties())
    for crtc in [first, second] { post.open(crtc, wakeup: try Wakeup()) }
  }

  private func flip(_ id: UInt64, of crtc: CRTC? = nil) -> PageFlip {
    PageFlip(id: id, sequence: 1, time: HostTime(nanoseconds: 1), crtc: crtc?.id)
  }

  @Test("each output gets its own, whoever reads them")
  func sorted() {
    let flips = [flip(7, of: second), flip(8, of: first), flip(9, of: second)]
    #expect(post.take(first.id) { flips }.map(\.id) == [8])
    #expect(post.take(second.id) { [] }.map(\.id) == [7, 9])
    #expect(post.take(second.id) { [] }.isEmpty)
  }

  @Test("where the kernel does not say whose they are, the commits' numbers do")
  func oldKernel() {
    let (one, other) = (post.number(for: first), post.number(for: second))
    #expect(post.take(first.id) { [flip(other), flip(one)] }.map(\.id) == [one])
    #expect(post.take(second.id) { [] }.map(\.id) == [other])
    post.close(second.id)
    #expect(post.take(first.id) { [flip(post.number(for: second))] }.isEmpty)
  }

  @Test("no two commits of a device have one number, and each fits a pointer")
  func numbers() {
    let numbers = (0..<100).flatMap { _ in [first, second].map(post.number) }
    #expect(Set(numbers).count == 200 && !numbers.contains(0))
    #expect(numbers.allSatisfy { $0 <= UInt32.max })
  }
}
