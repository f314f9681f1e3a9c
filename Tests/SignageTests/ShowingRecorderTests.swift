import Foundation
import Synchronization
import Testing
import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineSignage

@Suite("The proof-of-play recorder")
struct ShowingRecorderTests {
  @Test("A recorder that cannot write reports it once and still stops")
  func unusable() throws {
    let told = Mutex<[String]>([])
    let keeper = try ShowingRecorder(
      ShowingRecorder.Storage(state: Folder("/proc/none"), runtime: nil, days: 10)
    ) { text in told.withLock { $0.append(text) } }
    keeper.record(.began(Item(path: "/a.mp4"), opening: Run(1), at: .now()))
    keeper.close()
    #expect(told.withLock { $0.count } == 1)
  }

  @Test("Showings are held until the log can be opened, which is reported once")
  func delayed() throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.remove() }
    // A file occupies the folder's path.
    let state = folder.folder("state")
    try folder.write("", to: "state")
    let told = BoundedQueue<String>(limit: .max)
    var storage = ShowingRecorder.Storage(state: state, runtime: nil, days: 10)
    storage.retryInterval = .milliseconds(1)
    let keeper = try ShowingRecorder(storage) { told.force($0) }
    let item = Item(path: "/a.mp4")
    var tally = ScreenTally()
    _ = tally.record(Run(1), isLate: false, at: .now())
    keeper.record(.began(item, opening: Run(1), at: .now()))
    let left = tally.end(at: .now())
    keeper.record(.left(item, opening: Run(1), try #require(left), .ended))
    #expect(told.pop()?.hasPrefix("proof of play cannot be stored yet") == true)
    try folder.remove("state")
    #expect(told.pop() == "proof of play is recorded again")
    keeper.close()
    let survey = try ShowingLedgerSnapshot(reading: state, runtime: nil)
    #expect(survey.records.map(\.kind) == [.start, .showing, .stop] && survey.faults.isEmpty)
    #expect(told.isEmpty)
    try state.remove()
  }

  @Test("A missing folder is created and contains the showings at the end")
  func kept() throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.remove() }
    let state = folder.folder("state")
    let keeper = try ShowingRecorder(
      ShowingRecorder.Storage(state: state, runtime: nil, days: 10)
    ) { Issue.record("\($0)") }
    keeper.setHasSound(true)
    keeper.setIsSilenced(true)
    let item = Item(path: "/a.mp4")
    let start = HostTime.now()
    var tally = ScreenTally()
    _ = tally.record(Run(1), isLate: false, at: start)
    keeper.record(.began(item, opening: Run(1), at: start))
    let left = tally.end(at: start + .seconds(2))
    let time = try #require(left)
    keeper.record(.left(item, opening: Run(1), time, .ended))
    keeper.close()
    let survey = try ShowingLedgerSnapshot(reading: state, runtime: nil)
    #expect(!survey.records[1].hasSound)
    #expect(survey.records.map(\.kind) == [.start, .showing, .stop] && survey.faults.isEmpty)
    #expect(survey.records[1].seen == 2_000_000_000 && survey.records[1].frames == 1)
  }

  @Test("Each showing has the digest of the opened file, even if its path changed")
  func versions() throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.remove() }
    let (path, state) = (folder.path(of: "film.mp4"), folder.folder("state"))
    try state.make()
    let ledger = try ShowingLedger(state)
    /// Puts a file in place; its digest is known.
    func put(_ text: String) throws {
      try folder.replace("film.mp4") { draft throws(Errno) in try draft.write(Array(text.utf8)) }
      let mark = try FileStatus(following: path).versionMark
      try ledger.recordDigest(Digest(of: text).hex, of: path, mark: mark)
    }
    var body = ShowingRecorderWorker(
      ledger, ShowingRecorder.Storage(state: state, runtime: nil, days: 10)
    ) { Issue.record("\($0)") }
    var facts = ShowingTracker.Context(
      wall: 1_800_000_000_000_000_000, host: .now(), offset: 0, isClockTrusted: true)
    (facts.list, facts.output) = ("wall", "DP-1")
    var tally = ScreenTally()
    let (item, start) = (Item(path: path), HostTime.now())
    func begin(_ number: Int) {
      _ = tally.record(Run(number), isLate: false, at: start + .seconds(number * 10))
      body.handle(.began(item, opening: Run(number), at: start + .seconds(number * 10)), facts)
    }
    func end(_ number: Int) throws {
      let time = tally.end(at: start + .seconds(number * 10 + 10))
      body.handle(.left(item, opening: Run(number), try #require(time), .ended), facts)
    }
    try put("the old one")
    body.recordOpening(of: path)
    begin(1)
    // It is opened to follow itself, and another file replaces it.
    body.recordOpening(of: path)
    try put("another")
    try end(1)
    begin(2)
    body.recordOpening(of: path)
    try end(2)
    begin(3)
    try end(3)
    body.close()
    let records = try ShowingLedgerSnapshot(reading: state, runtime: nil).records.filter {
      $0.kind == .showing
    }
    #expect(
      records.map(\.content)
        == ["the old one", "the old one", "another"].map { Digest(of: $0).hex })
    #expect(records.allSatisfy { $0.list == "wall" && $0.output == "DP-1" })
  }

  @Test("Each output records its own list")
  func lists() throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.remove() }
    let keeper = try ShowingRecorder(
      ShowingRecorder.Storage(state: folder, runtime: nil, days: 10)
    ) { Issue.record("\($0)") }
    keeper.setList("door")
    keeper.setList("wall", output: "DP-1")
    for (number, output) in ["", "DP-1", ""].enumerated() {
      if number == 2 { keeper.setList("menu") }
      let item = Item(path: "/a.mp4")
      var tally = ScreenTally()
      _ = tally.record(Run(number), isLate: false, at: .now())
      keeper.record(.began(item, opening: Run(number), at: .now()), output: output)
      let left = tally.end(at: .now())
      keeper.record(.left(item, opening: Run(number), try #require(left), .ended), output: output)
    }
    keeper.close()
    let records = try ShowingLedgerSnapshot(reading: folder, runtime: nil).records.filter {
      $0.kind == .showing
    }
    #expect(records.map(\.list) == ["door", "wall", "menu"])
  }

  @Test("An item muted until its middle is recorded as audible")
  func unmuted() throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.remove() }
    let keeper = try ShowingRecorder(
      ShowingRecorder.Storage(state: folder, runtime: nil, days: 10)
    ) { Issue.record("\($0)") }
    keeper.setIsSilenced(true)
    keeper.setHasSound(true)
    keeper.record(.began(Item(path: "/a.mp4"), opening: Run(1), at: .now()))
    keeper.setIsSilenced(false)
    keeper.setIsSilenced(true)
    var tally = ScreenTally()
    _ = tally.record(Run(1), isLate: false, at: .now())
    let left = tally.end(at: .now())
    keeper.record(.left(Item(path: "/a.mp4"), opening: Run(1), try #require(left), .ended))
    keeper.close()
    #expect(try ShowingLedgerSnapshot(reading: folder, runtime: nil).records[1].hasSound)
  }

  /// A log with showings of ten seconds from 2024-06 on, a day apart.
  private func old(_ folder: Folder, days: Int64) throws {
    var (records, digest) = ([ShowingRecord](), "")
    for number in 1...days {
      var record = ShowingRecord()
      (record.number, record.previous, record.item) = (number, digest, "/a.mp4")
      record.begin = (1_717_200_000 + number * 86_400) * 1_000_000_000
      record.end = record.begin + 10_000_000_000
      records.append(record)
      digest = record.digest.hex
    }
    try ShowingLedger(folder).add(records)
  }

  @Test(
    "Only a clock confirmed by a time server deletes old showings", arguments: [false, true])
  func pruned(isSynchronised: Bool) throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.remove() }
    try old(folder, days: 20)
    var places = ShowingRecorder.Storage(state: folder, runtime: nil, days: 100)
    places.isSynchronised = { isSynchronised }
    let keeper = try ShowingRecorder(places) { Issue.record("\($0)") }
    keeper.close()
    let survey = try ShowingLedgerSnapshot(reading: folder, runtime: nil)
    #expect(survey.records.count == (isSynchronised ? 2 : 22) && survey.faults.isEmpty)
  }

  @Test(
    "If the disk fails, the journal keeps the newest records within the limit")
  func fullDisk() throws {
    let (state, runtime) = (
      try Folder.temporary("vitrine-keeper"), try Folder.temporary("vitrine-keeper")
    )
    defer {
      try? state.remove()
      try? runtime.remove()
    }
    var body = ShowingRecorderWorker(
      try ShowingLedger(state), ShowingRecorder.Storage(state: state, runtime: runtime, days: 10)
    ) { Issue.record("\($0)") }
    body.begin()
    var item = Item(path: "/" + String(repeating: "x", count: 4000))
    item.title = String(repeating: "y", count: 4000)
    for run in 1...1500 {
      let begin = HostTime.now()
      var tally = ScreenTally()
      _ = tally.record(Run(run), isLate: false, at: begin)
      let facts = ShowingTracker.Context(
        wall: 1_780_000_000_000_000_000, host: begin, offset: 0, isClockTrusted: true)
      body.handle(.began(item, opening: Run(run), at: begin), facts)
      let left = tally.end(at: begin + .milliseconds(1))
      body.handle(.left(item, opening: Run(run), try #require(left), .ended), facts)
    }
    let found = try ShowingJournal.read(in: runtime)
    // The first record is of the start.
    #expect(found.records.last?.number == 1501 && found.records.count > 500)
    #expect(zip(found.records, found.records.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
    // Dropped records are a gap in the log, and the rest is written.
    body.close()
    let survey = try ShowingLedgerSnapshot(reading: state, runtime: nil)
    #expect(survey.records.last?.number == 1502 && survey.faults.count == 1)
  }

  @Test(
    "A damaged journal is set aside and reported once, and its readable part counts")
  func damaged() throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.removeTree() }
    let (state, runtime) = (folder.folder("state"), folder.folder("run"))
    try state.make()
    try runtime.make()
    func record(_ number: Int64) -> ShowingRecord {
      var record = ShowingRecord()
      (record.number, record.item) = (number, "/a.mp4")
      return record
    }
    let numbers = [1, 2, Int64(1) << 52, .max]
    let lines = numbers.map { "=\(record($0).line)\n" }
    try runtime.write(lines.joined(), to: ShowingJournal.name)
    for run in 1...3 {
      let told = Mutex<[String]>([])
      var body = ShowingRecorderWorker(
        try ShowingLedger(state), ShowingRecorder.Storage(state: state, runtime: runtime, days: 10)
      ) { text in told.withLock { $0.append(text) } }
      body.begin()
      body.close()
      let texts = told.withLock { $0 }
      #expect(texts.count == (run == 1 ? 1 : 0), "\(texts)")
      if run == 1 {
        #expect(texts.first?.contains("damaged; 2 showings were recovered") == true)
      }
    }
    #expect(runtime.names.contains("showings.damaged"))
    let survey = try ShowingLedgerSnapshot(reading: state, runtime: nil)
    #expect(survey.records.map(\.number) == Array(1...8))
  }

  @Test("A damaged log is set aside, at the start or later, and a new one receives the records")
  func damagedLog() throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.removeTree() }
    let warnings = Mutex<[String]>([])
    let storage = ShowingRecorder.Storage(state: folder, runtime: nil, days: 10)
    try folder.write("not a database, but long enough to be read as one", to: ShowingLedger.name)
    let recorder = try ShowingRecorder(storage) { text in warnings.withLock { $0.append(text) } }
    recorder.close()
    #expect(try ShowingLedgerSnapshot(reading: folder, runtime: nil).records.count == 2)
    #expect(warnings.withLock { $0 }.map { $0.contains("showings.ledger.damaged, and") } == [true])
    // Damage to an open file is noticed once its pages are read again.
    var body = ShowingRecorderWorker(try ShowingLedger(folder), storage) { text in
      warnings.withLock { $0.append(text) }
    }
    let path = folder.path(of: ShowingLedger.name)
    try Data(repeating: 7, count: 60_000).write(to: URL(filePath: path))
    try? folder.remove("\(ShowingLedger.name)-wal")
    body.begin()
    body.close()
    #expect(folder.names.contains("showings.ledger.damaged-2"))
    #expect(warnings.withLock { $0.count } == 2)
    let survey = try ShowingLedgerSnapshot(reading: folder, runtime: nil)
    #expect(survey.records.map(\.number) == [3, 4])
  }
}
