import Testing
import VitrineLinux
import VitrineTiming

@testable import VitrineInputDevices

@Suite struct NodeRetriesTests {
  private let path = "/dev/input/event3"
  private func time(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("An unreadable node is retried for half a second and refused once")
  func denied() {
    var waits = NodeRetries()
    for step in 0..<10 as Range<Int64> {
      #expect(waits.failed(path, .accessDenied, at: time(50 * step)) == nil)
      #expect(waits.due == time(50 * step + 50))
      #expect(waits.due(at: time(50 * step + 49)) == [])
      #expect(waits.due(at: time(50 * step + 50)) == [path])
    }
    #expect(waits.failed(path, .accessDenied, at: time(500)) == .accessDenied)
    #expect(waits.due == nil)
    #expect(waits.failed(path, .accessDenied, at: time(600)) == nil)
    #expect(waits.due == nil)
  }

  @Test("A node grabbed by another program is reported once and retried")
  func busy() {
    var waits = NodeRetries()
    #expect(waits.failed(path, .busy, at: time(0)) == .busy)
    #expect(waits.due == time(1000))
    #expect(waits.failed(path, .busy, at: time(1000)) == nil)
    #expect(waits.due == time(2000))
  }

  @Test("A node that has gone is not reported", arguments: [Errno.noEntry, .noDevice])
  func gone(_ error: Errno) {
    var waits = NodeRetries()
    _ = waits.failed(path, .accessDenied, at: time(0))
    #expect(waits.failed(path, error, at: time(50)) == nil)
    #expect(waits.due == nil)
  }

  @Test("A new node with a refused node's name is a different one")
  func again() {
    var waits = NodeRetries()
    #expect(waits.failed(path, .invalid, at: time(0)) == .invalid)
    #expect(waits.failed(path, .invalid, at: time(1)) == nil)
    waits.forget(path)
    #expect(waits.failed(path, .invalid, at: time(2)) == .invalid)
  }
}
