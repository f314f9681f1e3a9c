import Foundation
import Glibc
import Testing

@testable import VitrineLinux

struct FolderTests {
  @Test("A file is replaced completely or not at all, and no draft stays")
  func replace() throws {
    struct Refusal: Error {}
    let outer = try Folder.temporary("vitrine-folder")
    try outer.remove()
    defer { try? outer.remove() }
    let folder = outer.folder("inner")
    try folder.make()
    try folder.make()
    try folder.replace("note") { (draft) throws(Errno) in
      try draft.write([1, 2, 3])
    }
    #expect(throws: (any Error).self) {
      try folder.replace("note") { (draft) throws(any Error) in
        try draft.write([4])
        throw Refusal()
      }
    }
    #expect(folder.names == ["note"])
    let file = try FileDescriptor(reading: folder.path(of: "note"))
    #expect(try file.bytes(at: 1, count: 10) == [2, 3])
    #expect(try FileStatus(of: file).size == 3)
    for most in 0...4 { #expect(try file.bytes(most: most) == Array([1, 2, 3].prefix(most))) }
    try folder.remove()
    #expect(throws: Errno.noEntry) { try FileStatus(of: folder.path) }
  }

  @Test("A file is missing only if its name does not exist; an unreadable file is not missing")
  func missing() throws {
    let folder = try Folder.temporary("vitrine-folder")
    defer { try? folder.removeTree() }
    #expect(try folder.isMissing("a") && folder.contents(of: "a", most: 10) == nil)
    try folder.write("text", to: "a")
    #expect(try folder.contents(of: "a", most: 3) == Array("tex".utf8))
    try folder.link("nowhere", to: "gone/a")
    try folder.link("circle", to: "circle")
    for (name, cause) in [("nowhere", Errno.noEntry), ("circle", .loop), ("a/b", .notDirectory)] {
      #expect(throws: cause) { try folder.contents(of: name, most: 10) }
    }
  }

  @Test("Opening below a folder follows no links and does not leave the folder")
  func below() throws {
    let outer = try Folder.temporary("vitrine-folder")
    defer { try? outer.removeTree() }
    let folder = outer.folder("stick")
    try folder.folder("films/new").make()
    try folder.folder("films/new").write("one", to: "a")
    try outer.write("other", to: "b")
    let file = try FileDescriptor(reading: "films/new/a", below: folder.path)
    #expect(try file.bytes(most: 10) == Array("one".utf8))
    try folder.link("leaf", to: "films/new/a")
    try folder.link("inner", to: "films")
    try folder.link("away", to: outer.path)
    #expect(throws: Errno.loop) { _ = try FileDescriptor(reading: "leaf", below: folder.path) }
    for path in ["inner/new/a", "away/b"] {
      #expect(throws: Errno.notDirectory) {
        _ = try FileDescriptor(reading: path, below: folder.path)
      }
    }
    for path in ["../b", "films/../../b", "", "/"] {
      #expect(throws: Errno.loop) { _ = try FileDescriptor(reading: path, below: folder.path) }
    }
    #expect(throws: Errno.noEntry) {
      _ = try FileDescriptor(reading: "films/b", below: folder.path)
    }
  }

  @Test("A link or a permanent file under the draft's name is not written through")
  func planted() throws {
    let folder = try Folder.temporary("vitrine-folder")
    defer { try? folder.remove() }
    let (draft, victim) = (folder.path(of: ".note.\(getpid())"), folder.path(of: "victim"))
    try FileDescriptor(making: victim).write([7, 7])
    #expect(symlink(victim, draft) == 0)
    try folder.replace("note") { (file) throws(Errno) in try file.write([1]) }
    #expect(try FileDescriptor(reading: victim).bytes(most: 9) == [7, 7])
    #expect(try FileDescriptor(reading: folder.path(of: "note")).bytes(most: 9) == [1])
    #expect(try FileStatus(of: folder.path(of: "note")).isFile)
    // A draft that cannot be removed is not written to either.
    #expect(mkdir(draft, 0o755) == 0)
    #expect(throws: Folder.ReplaceError<Errno>.self) {
      try folder.replace("note") { (file) throws(Errno) in try file.write([2]) }
    }
    #expect(rmdir(draft) == 0)
    #expect(try FileDescriptor(reading: folder.path(of: "note")).bytes(most: 9) == [1])
    #expect(Set(folder.names) == ["note", "victim"])
  }

  @Test("Only drafts of dead processes are removed with the next write")
  func left() throws {
    let folder = try Folder.temporary("vitrine-folder")
    defer { try? folder.remove() }
    // No process has this number: the kernel's maximum is 4,194,304. The first process always
    // runs.
    let gone = [".note.2000000000", ".note.\(getpid())"]
    let young = ".note.2000000001"
    let others = [".note.1", ".note.text", ".note.-5", ".other.2000000000", ".note.", "note.1"]
    let hourAgo = [
      timespec(tv_sec: time(nil) - 3600, tv_nsec: 0),
      timespec(tv_sec: time(nil) - 3600, tv_nsec: 0),
    ]
    for name in gone + others {
      let path = folder.path(of: name)
      try FileDescriptor(making: path).write([1])
      #expect(utimensat(AT_FDCWD, path, hourAgo, 0) == 0)
    }
    try FileDescriptor(making: folder.path(of: young)).write([1])
    try folder.replace("note") { (draft) throws(Errno) in try draft.write([2]) }
    #expect(Set(folder.names) == Set(others + [young, "note"]))
  }

  @Test(
    "A file's date may be any that a file system supports",
    arguments: [
      (0, 5, 5), (-1, 999_999_999, -1), (9_223_372_035, 999_999_999, 9_223_372_035_999_999_999),
      (9_223_372_036, 854_775_807, .max), (9_223_372_037, 0, .max), (-9_223_372_037, 0, .min),
      (Int.max, 999_999_999, .max), (Int.min, 0, .min),
    ] as [(Int, Int, Int64)])
  func dates(second: Int, nanosecond: Int, modified: Int64) throws {
    var facts = stat()
    facts.st_mtim = timespec(tv_sec: second, tv_nsec: nanosecond)
    let status = FileStatus(facts)
    #expect(status.modified == modified)
    facts.st_mtim.tv_sec += second > 0 ? -1 : 1
    #expect(FileStatus(facts).versionMark != status.versionMark)
    // As far as the file system supports it.
    let folder = try Folder.temporary("vitrine-folder")
    defer { try? folder.removeTree() }
    try FileDescriptor(making: folder.path(of: "a")).write([1])
    let times = [timespec(tv_sec: second, tv_nsec: nanosecond), timespec()]
    _ = utimensat(AT_FDCWD, folder.path(of: "a"), [times[1], times[0]], 0)
    #expect(try FileStatus(of: folder.path(of: "a")).size == 1)
    try folder.replace("a") { (draft) throws(Errno) in try draft.write([2]) }
  }

  @Test("Any server time can be stored")
  func moments() {
    #expect(WallTime.text(1_795_000_000) == "2026-11-18 11:06")
    for seconds in [Double.nan, -Double.infinity, -1e300, -1] {
      #expect(WallTime.text(seconds) == "1970-01-01 00:00")
    }
    for seconds in [Double.infinity, 1e300, 1e12] as [Double] {
      #expect(WallTime.text(seconds) == "9999-12-31 23:59")
    }
  }

  @Test("A file is read in full, even if its reported size is wrong")
  func sizes() throws {
    // The kernel's files report a size of zero.
    let kernels = try FileDescriptor(reading: "/proc/kallsyms")
    #expect(try FileStatus(of: kernels).size == 0)
    #expect(try kernels.bytes(most: 5000).count == 5000)
    let folder = try Folder.temporary("vitrine-folder")
    for count in [0, 1, 4095, 4096, 4097, 20_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
      try FileDescriptor(making: folder.path(of: "a")).write(bytes)
      let file = try FileDescriptor(reading: folder.path(of: "a"))
      #expect(try file.bytes(most: 1 << 20) == bytes)
      #expect(try file.bytes(most: 4096) == Array(bytes.prefix(4096)))
    }
    try folder.remove()
  }
}
