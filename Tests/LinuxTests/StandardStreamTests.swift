import Glibc
import Testing

@testable import VitrineLinux

struct StandardStreamTests {
  @Test("The journal reads a stream only if the variable names its device and inode")
  func journal() {
    var status = stat()
    #expect(unsafe fstat(STDERR_FILENO, &status) == 0)
    let (device, inode) = (status.st_dev, status.st_ino)
    let stream = StandardStream.error
    #expect(stream.isJournal("\(device):\(inode)"))
    for other in [nil, "", "\(device)", "\(device):\(inode &+ 1)", "\(device &+ 1):\(inode)"] {
      #expect(!stream.isJournal(other), "\(other ?? "no variable")")
    }
  }
}
