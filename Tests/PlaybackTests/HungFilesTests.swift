import Testing
import VitrinePlayback
import VitrineTiming

struct HungFilesTests {
  private func at(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

  @Test(
    "A hung file is not reopened, and eight hung opens block all others",
    arguments: [
      // How many hang, whether the requested one is among them, since when, whether it may be
      // opened.
      (0, false, 0.0, true), (1, true, 0.0, false), (1, false, 0.0, true), (7, false, 0.0, true),
      (8, false, 0.0, false), (8, true, 0.0, false),
      // Threads cancelled a moment ago do not count as hung yet.
      (8, true, 9.5, true), (1, true, 9.0, false),
    ])
  func table(count: Int, isAmong: Bool, since: Double, isOpened: Bool) {
    var hung = (0..<count).map { HungFiles.Hung("/\($0)", since: at(since)) }
    if isAmong { hung[0].location = "/asked" }
    let refusal = HungFiles(hung, at: at(10)).refusal(of: "/asked")
    #expect((refusal == nil) == isOpened)
    if let refusal { #expect(refusal.message.contains("hang")) }
  }

  @Test("A new file may be opened at a path with one hung open, but not with two")
  func other() {
    func isOpened(_ left: [HungFiles.Hung]) -> Bool {
      HungFiles(left, at: at(10)).refusal(of: "/asked") == nil
    }
    var old = HungFiles.Hung("/asked", since: at(0))
    old.isOther = true
    #expect(isOpened([old]) && !isOpened([old, old]))
    #expect(!isOpened([old, HungFiles.Hung("/asked", since: at(0))]))
  }
}
