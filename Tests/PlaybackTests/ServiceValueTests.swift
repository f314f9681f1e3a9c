import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

private func at(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

struct LivenessCheckTests {
  private typealias Sample = LivenessCheck.Sample

  @Test(
    "A live player responds and shows new frames when any are due",
    arguments: [
      // answers and frames since the last check, whether any were due before, and are now
      (1, 1, true, true, true), (1, 0, true, true, false), (0, 1, true, true, false),
      (1, 0, false, false, true), (0, 0, false, false, false),
      // An expectation that has just begun or ended gets a little time.
      (1, 0, false, true, true), (1, 0, true, false, true),
    ])
  func table(answers: Int, presented: Int, wasMoving: Bool, isMoving: Bool, isAlive: Bool) {
    var liveness = LivenessCheck()
    let isFirstAlive = liveness.isAlive(Sample(answers: 5, presented: 9, isMoving: wasMoving))
    #expect(isFirstAlive)
    let sample = Sample(answers: 5 + answers, presented: 9 + presented, isMoving: isMoving)
    let isStillAlive = liveness.isAlive(sample)
    #expect(isStillAlive == isAlive)
  }

  private func work(_ packets: Int?, _ milliseconds: Int) -> WatchdogProgress? {
    packets.map {
      WatchdogProgress(
        .init(run: Run(1), presented: 9, decoded: 0, work: PipelineWork(packets: $0)),
        cpuTime: .milliseconds(milliseconds))
    }
  }

  @Test(
    "A slow start is alive while anything is read, decoded or computed",
    arguments: [
      // packets and milliseconds computed, before and now; nil while a frame waits to be shown
      (7, 50, 8, 50, true), (7, 50, 7, 350, true), (7, 50, 7, 55, false), (7, 50, nil, 999, false),
      (nil, 50, 7, 50, true),
    ] as [(Int?, Int, Int?, Int, Bool)])
  func slow(packets: Int?, cpu: Int, packetsNow: Int?, cpuNow: Int, isAlive: Bool) {
    var liveness = LivenessCheck()
    _ = liveness.isAlive(
      Sample(answers: 5, presented: 9, isMoving: true, work: work(packets, cpu)))
    let isStillAlive = liveness.isAlive(
      Sample(answers: 6, presented: 9, isMoving: true, work: work(packetsNow, cpuNow)))
    #expect(isStillAlive == isAlive)
  }

  @Test("A hung player stays hung, measured from when it was last alive")
  func hanging() {
    var liveness = LivenessCheck()
    let samples = [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3)].map {
      Sample(answers: $0.0, presented: $0.1, isMoving: true)
    }
    #expect(samples.map { liveness.isAlive($0) } == [true, true, false, false, true])
  }
}

struct ResumePointTests {
  private let point = ResumePoint(
    index: 3, location: "/srv/a b/Größe.mp4", position: MediaTime(12_500, 1000), shuffleSeed: 42)

  @Test("A position reads back as written, to the millisecond")
  func whole() throws {
    var note = ResumeRecord(point)
    #expect(ResumeRecord(bytes: try #require(note.bytes)) == note)
    (note.crashCount, note.quarantined, note.isClosed) = (2, ["/a b.mp4", "/c.mp4"], true)
    #expect(ResumeRecord(bytes: try #require(note.bytes)) == note)
    note.edition = "0a1b"
    #expect(ResumeRecord(bytes: try #require(note.bytes)) == note)
    note.point.shuffleSeed = nil
    #expect(ResumeRecord(bytes: try #require(note.bytes)) == note)
  }

  @Test("The file format is the first release's, for reading and writing")
  func format() throws {
    let text = """
      vitrine place 1
      index 3
      position 12500
      seed 42
      location /srv/a b/Größe.mp4
      misfortunes 2
      left-out /a b.mp4
      left-out /c.mp4
      closed yes
      end

      """
    let note = try #require(ResumeRecord(bytes: Array(text.utf8)))
    #expect(note.point == point && note.crashCount == 2 && note.isClosed)
    #expect(note.quarantined == ["/a b.mp4", "/c.mp4"])
    #expect(note.bytes == Array(text.utf8))
  }

  @Test("A truncated file, cut anywhere, holds no position")
  func cut() throws {
    var note = ResumeRecord(point)
    note.quarantined = ["/a b.mp4"]
    let bytes = try #require(note.bytes)
    for count in 0..<bytes.count { #expect(ResumeRecord(bytes: Array(bytes[..<count])) == nil) }
  }

  @Test(
    "A file that the player did not write holds no position",
    arguments: [
      "", "end\n", "vitrine place 2\nindex 0\nposition 0\nlocation a\nend\n",
      "vitrine place 1\nindex -1\nposition 0\nlocation a\nend\n",
      "vitrine place 1\nindex 0\nposition -1\nlocation a\nend\n",
      "vitrine place 1\nindex 0\nposition 99999999999999999\nlocation a\nend\n",
      "vitrine place 1\nindex 0\nindex 0\nposition 0\nlocation a\nend\n",
      "vitrine place 1\nindex 0\nposition 0\n\nend\n",
      "vitrine place 1\nindex 0\nposition 0\nseed 1\nend\n",
    ])
  func foreign(text: String) { #expect(ResumeRecord(bytes: Array(text.utf8)) == nil) }

  @Test("A name that contains a line break is not written")
  func unspeakable() {
    let note = ResumeRecord(ResumePoint(index: 0, location: "a\nend", position: .zero))
    #expect(note.bytes == nil)
  }

  @Test(
    "The entry is found by its index, otherwise by its source, otherwise not at all",
    arguments: [
      ("abc", 1, "b", 1), ("xabc", 1, "b", 2), ("bab", 2, "b", 2), ("abab", 9, "b", 1),
      ("ac", 1, "b", nil), ("", 0, "a", nil), ("ac", 1, "", 1), ("ac", 2, "", nil),
    ])
  func found(names: String, index: Int, location: String, expected: Int?) {
    let queue = Queue(names.map { Item(path: String($0)) })
    let point = ResumePoint(index: index, location: location, position: .zero)
    let entry = point.entry(in: queue)
    #expect(queue.entries.firstIndex { $0.id == entry } == expected)
  }

  @Test("An error card is not a position to resume")
  func card() {
    let queue = Queue([Item(.card(title: "Nothing to play yet", detail: ""))])
    var status = PlaybackStatus()
    (status.entry, status.item) = (queue.entries[0].id, queue.entries[0].item)
    #expect(ResumePoint(status, in: queue) == nil)
  }

  @Test("Playback starts at the saved position, and the seek happens first")
  func beginning() throws {
    var machine = Machine("abc")
    let entry = try #require(machine.entry("b"))
    #expect(words(machine.begin(from: entry, at: MediaTime(12, 1))) == "open b 1")
    #expect(words(machine.receive(Machine.opened, from: machine.current)) == "seek 1>2 to 12")
    #expect(machine.complaints == [])
    var gone = Machine("abc")
    #expect(words(gone.begin(from: 99, at: MediaTime(12, 1))) == "open a 1")
  }
}

struct CrashLoopGuardTests {
  private func point(_ index: Int, _ seconds: Double) -> ResumePoint {
    ResumePoint(
      index: index, location: "\(index)", position: MediaTime(Int64(seconds * 1000), 1000))
  }

  /// Runs that crash in succession, each after the given seconds in item 3; returns the locations
  /// quarantined in the next run and its start position.
  private func fate(
    of played: [Double], isSameBoot: Bool = true, from start: Double = 40
  ) -> (quarantined: [String], resume: ResumePoint?) {
    var note = ResumeRecord(point(3, start))
    for seconds in played {
      let crashLoopGuard = CrashLoopGuard(after: note, isSameBoot: isSameBoot)
      guard let resume = crashLoopGuard.resume, resume.location == "3" else {
        return (crashLoopGuard.quarantined, crashLoopGuard.resume)
      }
      note = crashLoopGuard.record(point(3, resume.position.seconds + seconds))
    }
    let crashLoopGuard = CrashLoopGuard(after: note, isSameBoot: isSameBoot)
    return (crashLoopGuard.quarantined, crashLoopGuard.resume)
  }

  @Test("Content that ends the player three times at one position is quarantined")
  func poison() {
    let (quarantined, resume) = fate(of: [0.9, 0, 0])
    #expect(quarantined == ["3"])
    #expect(resume == ResumePoint(index: 3, location: "", position: .zero))
  }

  @Test(
    "A player killed from outside resumes where it was",
    arguments: [
      ([0.5], true), ([0.9, 2, 0.9, 2], true), ([3, 3, 3, 3, 3], true),
      // After a power cut, the cause is unknown.
      ([0, 0, 0, 0, 0], false),
    ])
  func innocent(played: [Double], isSameBoot: Bool) {
    let (quarantined, resume) = fate(of: played, isSameBoot: isSameBoot)
    #expect(quarantined == [])
    #expect(resume?.location == "3")
  }

  @Test(
    "A crash long after a stationary position, paused or live, is not blamed on it",
    arguments: [(0, 1), (60, 1), (299, 1), (300, 0), (86_400, 0)])
  func still(lived: Int64, crashes: Int) {
    let crashLoopGuard = CrashLoopGuard(after: ResumeRecord(point(3, 40)), isSameBoot: true)
    #expect(crashLoopGuard.record(point(3, 40), lived: .seconds(lived)).crashCount == crashes)
  }

  @Test("A quarantined item stays so until the operator ends the player cleanly")
  func memory() {
    var note = ResumeRecord(point(5, 2))
    note.quarantined = ["3"]
    #expect(CrashLoopGuard(after: note, isSameBoot: true).quarantined == ["3"])
    let crashLoopGuard = CrashLoopGuard(after: note, isSameBoot: true)
    #expect(crashLoopGuard.record(point(6, 0)).quarantined == ["3"])
    #expect(crashLoopGuard.record(point(6, 0)).crashCount == 0)
    note.isClosed = true
    #expect(CrashLoopGuard(after: note, isSameBoot: true).quarantined == [])
    #expect(CrashLoopGuard(after: note, isSameBoot: true).resume == point(5, 2))
  }

  @Test("A damaged crash counter causes no further crash")
  func damagedCounts() throws {
    var note = ResumeRecord(point(3, 40))
    note.crashCount = .max
    let bytes = try #require(note.bytes)
    let read = try #require(ResumeRecord(bytes: bytes))
    #expect(CrashLoopGuard(after: read, isSameBoot: true).newlyQuarantined == "3")
    var opening = OpeningRecord(suspects: [.init("3", crashCount: .max)])
    opening.set(open: ["3"])
    let found = try #require(OpeningRecord(bytes: opening.bytes))
    #expect(found.suspectsAfterCrash.first?.location == "3")
  }

  @Test("The very first run starts at the beginning")
  func first() {
    let crashLoopGuard = CrashLoopGuard(after: nil, isSameBoot: false)
    #expect(crashLoopGuard.resume == nil && crashLoopGuard.quarantined == [])
    #expect(crashLoopGuard.record(point(0, 3)) == ResumeRecord(point(0, 3)))
  }
}

struct ResumeWritesTests {
  private func point(_ index: Int, _ seconds: Double) -> ResumePoint {
    ResumePoint(
      index: index, location: "\(index)", position: MediaTime(Int64(seconds * 1000), 1000))
  }

  @Test("Memory is written every second, the disk once a minute")
  func pace() {
    var writes = ResumeWritePolicy()
    var counts: [ResumeWritePolicy.Store: Int] = [:]
    for tenth in 0..<3000 {
      let seconds = Double(tenth) / 10
      for store in writes.due(point(0, seconds), at: at(seconds)) { counts[store, default: 0] += 1 }
    }
    #expect(counts == [.memory: 300, .disk: 5])
  }

  @Test("A new item is written at once, and short items do not wear out the disk")
  func items() {
    var writes = ResumeWritePolicy()
    #expect(writes.due(point(0, 0), at: at(0)) == [.memory, .disk])
    #expect(writes.due(point(0, 0.5), at: at(0.5)) == [])
    #expect(writes.due(point(1, 0), at: at(12)) == [.memory, .disk])
    var disk = 0
    for second in 13..<313
    where writes.due(point(second, 0), at: at(Double(second))).contains(.disk) {
      disk += 1
    }
    #expect(disk == 30)
  }

  @Test("A paused position is written once")
  func pause() {
    var writes = ResumeWritePolicy()
    _ = writes.due(point(0, 7), at: at(0))
    #expect((1..<500).allSatisfy { writes.due(point(0, 7), at: at(Double($0))) == [] })
  }
}
