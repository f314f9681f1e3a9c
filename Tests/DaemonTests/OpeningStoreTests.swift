import Foundation
import Synchronization
import Testing
import VitrineLinux
import VitrinePlayback

@testable import VitrineDaemon

struct OpeningStoreTests {
  private let folder = Folder(FileManager.default.temporaryDirectory.path)
    .folder("vitrine-opening-\(UUID().uuidString)")

  @Test(
    "A source is recorded before it opens, for the next start, and removed at the end")
  func store() throws {
    defer { try? folder.remove() }
    let store = OpeningStore(runtime: folder.path, name: "main") { Issue.record("\($0)") }
    #expect(store.read() == nil)
    store.begin(OpeningRecord(suspects: [.init("/a", crashCount: 1)]))
    store.record(open: ["/a"])
    let other = OpeningStore(runtime: folder.path, name: "main") { Issue.record("\($0)") }
    #expect(other.read()?.open == ["/a"])
    #expect(other.read()?.suspectsAfterCrash == [.init("/a", crashCount: 2)])
    #expect(OpeningStore(runtime: folder.path, name: "DP-1") { _ in }.read() == nil)
    store.close()
    store.record(open: ["/late"])
    #expect(store.read() == nil && folder.names == [])
  }

  @Test("A damaged file is reported, and an unwritable folder is reported once")
  func damage() throws {
    defer { try? folder.remove() }
    let said = Mutex<[String]>([])
    let store = OpeningStore(runtime: folder.path, name: "main") { text in
      said.withLock { $0.append(text) }
    }
    try folder.make()
    try FileDescriptor(making: folder.path(of: "opening-main")).write([1, 2])
    #expect(store.read() == nil)
    #expect(said.withLock { $0.count } == 1)
    let blocked = OpeningStore(runtime: folder.path(of: "opening-main"), name: "x") { text in
      said.withLock { $0.append(text) }
    }
    for location in ["/a", "/b"] { blocked.record(open: [location]) }
    #expect(said.withLock { $0.count } == 2)
  }
}
