import Playback
import Playlists
import Testing
import Timing

private func at(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

struct LifeSignsTests {
  private typealias Look = LifeSigns.Look

  @Test(
    "alive is who answers, and shows new pictures where any are due",
    arguments: [
      // answers and pictures since the last time, whether any were due before, and are now
      (1, 1, true, true, true), (1, 0, true, true, false), (0, 1, true, true, false),
      (1, 0, false, false, true), (0, 0, false, false, false),
      // What has just begun, or just ended, has a little time.
      (1, 0, false, true, true), (1, 0, true, false, true),
    ])
  func table(answers: Int, presented: Int, wasMoving: Bool, isMoving: Bool, isAlive: Bool) {
    var signs = LifeSigns()
    let isFirstAlive = signs.isAlive(Look(answers: 5, presented: 9, isMoving: wasMoving))
    #expect(isFirstAlive)
    let look = Look(answers: 5 + answers, presented: 9 + presented, isMoving: isMoving)
    let isStillAlive = signs.isAlive(look)
    #expect(isStillAlive == isAlive)
  }

  @Test("one that hangs stays so, and is measured by when it was alive")
  func hanging() {
    var signs = LifeSigns()
    let looks = [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3)].map {
      Look(answers: $0.0, presented: $0.1, isMoving: true)
    }
    #expect(looks.map { signs.isAlive($0) } == [true, true, false, false, true])
  }
}

struct ResumePointTests {
  private let point = ResumePoint(
    index: 3, location: "/srv/a b/Größe.mp4", position: MediaTime(12_500, 1000), shuffleSeed: 42)

  @Test("a place is read as it was written, to the millisecond")
  func whole() throws {
    var note = ResumeNote(point)
    #expect(ResumeNote(bytes: try #require(note.bytes)) == note)
    (note.misfortunes, note.leftOut, note.isClosed) = (2, ["/a b.mp4", "/c.mp4"], true)
    #expect(ResumeNote(bytes: try #require(note.bytes)) == note)
    note.point.shuffleSeed = nil
    #expect(ResumeNote(bytes: try #require(note.bytes)) == note)
  }

  @Test("a file that was cut off anywhere is no place")
  func cut() throws {
    var note = ResumeNote(point)
    note.leftOut = ["/a b.mp4"]
    let bytes = try #require(note.bytes)
    for count in 0..<bytes.count { #expect(ResumeNote(bytes: Array(bytes[..<count])) == nil) }
  }

  @Test(
    "what was not written by us is no place",
    arguments: [
      "", "end\n", "vitrine place 2\nindex 0\nposition 0\nlocation a\nend\n",
      "vitrine place 1\nindex -1\nposition 0\nlocation a\nend\n",
      "vitrine place 1\nindex 0\nposition -1\nlocation a\nend\n",
      "vitrine place 1\nindex 0\nposition 99999999999999999\nlocation a\nend\n",
      "vitrine place 1\nindex 0\nindex 0\nposition 0\nlocation a\nend\n",
      "vitrine place 1\nindex 0\nposition 0\n\nend\n",
      "vitrine place 1\nindex 0\nposition 0\nseed 1\nend\n",
    ])
  func foreign(text: String) { #expect(ResumeNote(bytes: Array(text.utf8)) == nil) }

  @Test("a name with a line's end in it is not written")
  func unspeakable() {
    let note = ResumeNote(ResumePoint(index: 0, location: "a\nend", position: .zero))
    #expect(note.bytes == nil)
  }

  @Test(
    "the entry is found at its place, else by its source, else not",
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

  @Test("a card is no place to come back to")
  func card() {
    let queue = Queue([Item(.card(title: "Nothing to play yet", detail: ""))])
    var status = PlaybackStatus()
    (status.entry, status.item) = (queue.entries[0].id, queue.entries[0].item)
    #expect(ResumePoint(status, in: queue) == nil)
  }

  @Test("playing begins at the place, and what is sought is there before anything else")
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

struct ResumeStoryTests {
  private func point(_ index: Int, _ seconds: Double) -> ResumePoint {
    ResumePoint(
      index: index, location: "\(index)", position: MediaTime(Int64(seconds * 1000), 1000))
  }

  /// Runs that end badly one after the other, each after so many seconds in item 3; the locations
  /// that the next one leaves out, and where it goes on.
  private func fate(
    of played: [Double], isSameBoot: Bool = true, from start: Double = 40
  ) -> (leftOut: [String], resume: ResumePoint?) {
    var note = ResumeNote(point(3, start))
    for seconds in played {
      let story = ResumeStory(after: note, isSameBoot: isSameBoot)
      guard let resume = story.resume, resume.location == "3" else {
        return (story.leftOut, story.resume)
      }
      note = story.note(point(3, resume.position.seconds + seconds))
    }
    let story = ResumeStory(after: note, isSameBoot: isSameBoot)
    return (story.leftOut, story.resume)
  }

  @Test("what ends the player at one place three times is left out, and the next one plays")
  func poison() {
    let (leftOut, resume) = fate(of: [0.9, 0, 0])
    #expect(leftOut == ["3"])
    #expect(resume == ResumePoint(index: 3, location: "", position: .zero))
  }

  @Test(
    "who was ended from outside goes on where it was",
    arguments: [
      ([0.5], true), ([0.9, 2, 0.9, 2], true), ([3, 3, 3, 3, 3], true),
      // After a power cut nothing tells whose fault it was.
      ([0, 0, 0, 0, 0], false),
    ])
  func innocent(played: [Double], isSameBoot: Bool) {
    let (leftOut, resume) = fate(of: played, isSameBoot: isSameBoot)
    #expect(leftOut == [])
    #expect(resume?.location == "3")
  }

  @Test("an item that is left out stays so, until somebody ends the player in order")
  func memory() {
    var note = ResumeNote(point(5, 2))
    note.leftOut = ["3"]
    #expect(ResumeStory(after: note, isSameBoot: true).leftOut == ["3"])
    let story = ResumeStory(after: note, isSameBoot: true)
    #expect(story.note(point(6, 0)).leftOut == ["3"])
    #expect(story.note(point(6, 0)).misfortunes == 0)
    note.isClosed = true
    #expect(ResumeStory(after: note, isSameBoot: true).leftOut == [])
    #expect(ResumeStory(after: note, isSameBoot: true).resume == point(5, 2))
  }

  @Test("the first run of all begins at the beginning")
  func first() {
    let story = ResumeStory(after: nil, isSameBoot: false)
    #expect(story.resume == nil && story.leftOut == [])
    #expect(story.note(point(0, 3)) == ResumeNote(point(0, 3)))
  }
}

struct ResumeWritesTests {
  private func point(_ index: Int, _ seconds: Double) -> ResumePoint {
    ResumePoint(
      index: index, location: "\(index)", position: MediaTime(Int64(seconds * 1000), 1000))
  }

  @Test("memory is written each second, the disk once in a minute")
  func pace() {
    var writes = ResumeWrites()
    var counts: [ResumeWrites.Store: Int] = [:]
    for tenth in 0..<3000 {
      let seconds = Double(tenth) / 10
      for store in writes.due(point(0, seconds), at: at(seconds)) { counts[store, default: 0] += 1 }
    }
    #expect(counts == [.memory: 300, .disk: 5])
  }

  @Test("another item is written at once, and short ones do not wear out the disk")
  func items() {
    var writes = ResumeWrites()
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

  @Test("what pauses is written once")
  func pause() {
    var writes = ResumeWrites()
    _ = writes.due(point(0, 7), at: at(0))
    #expect((1..<500).allSatisfy { writes.due(point(0, 7), at: at(Double($0))) == [] })
  }
}
