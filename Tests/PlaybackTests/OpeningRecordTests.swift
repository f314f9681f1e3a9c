import Testing
import VitrinePlayback
import VitrineTiming

struct OpeningRecordTests {
  @Test("A note of open files reads back as written; a truncated note is invalid")
  func whole() throws {
    var note = OpeningRecord(
      suspects: [.init("/a b.mp4", crashCount: 2)], quarantined: ["/srv/Größe.mp4"],
      edition: "0a1b")
    note.set(open: ["/a b.mp4", "/c.mp4"])
    #expect(OpeningRecord(bytes: note.bytes) == note)
    for count in 0..<note.bytes.count {
      #expect(OpeningRecord(bytes: Array(note.bytes[..<count])) == nil)
    }
    #expect(OpeningRecord(bytes: OpeningRecord().bytes) == OpeningRecord())
    note.set(open: ["/a\nend", "/c.mp4"])
    #expect(OpeningRecord(bytes: note.bytes)?.open == ["/c.mp4"])
  }

  @Test(
    "A file that the player did not write is not a note",
    arguments: [
      "", "end\n", "vitrine opening 2\nend\n", "vitrine opening 1\nopen\nend\n",
      "vitrine opening 1\nsuspect x /a\nend\n", "vitrine opening 1\nother /a\nend\n",
    ])
  func foreign(text: String) { #expect(OpeningRecord(bytes: Array(text.utf8)) == nil) }

  @Test("A completed open does no harm; only files still open are suspected")
  func suspects() {
    var note = OpeningRecord(suspects: [.init("a", crashCount: 2), .init("b", crashCount: 1)])
    note.set(open: ["a", "b", "c"])
    #expect(note.suspectsAfterCrash.map(\.crashCount) == [3, 2, 1])
    note.set(open: ["b", "c"])
    note.set(open: ["b", "c", "a"])
    #expect(note.suspectsAfterCrash.map(\.location) == ["b", "c", "a"])
    #expect(note.suspectsAfterCrash.map(\.crashCount) == [2, 1, 1])
  }
}

/// Runs that end one after the other while a source is being opened.
struct OpeningCrashTests {
  /// The sources open when a run ends, and its position then; nil before any position was noted.
  typealias End = (open: [String], place: String?)

  /// The quarantined sources, run by run. `first` is an earlier run's note.
  private func fate(of ends: [End], after first: ResumeRecord? = nil) -> [[String]] {
    var (note, opening): (ResumeRecord?, OpeningRecord?) = (first, nil)
    var fates: [[String]] = []
    for end in ends {
      let before = CrashLoopGuard(after: note, opening: opening, isSameBoot: true)
      var next = before.openingRecord
      next.set(open: end.open)
      opening = next
      if let place = end.place {
        note = before.record(ResumePoint(index: 0, location: place, position: MediaTime(5, 1)))
      }
      fates.append(
        CrashLoopGuard(after: note, opening: opening, isSameBoot: true).quarantined)
    }
    return fates
  }

  @Test(
    "A source that crashes the player on opening is quarantined by the third run; others are not",
    arguments: [
      // The first item, before any position was noted.
      (Array(repeating: (["bad"], nil), count: 4), [[], [], ["bad"], ["bad"]]),
      // The next item, prepared while the first still plays.
      (Array(repeating: (["bad"], "good"), count: 3), [[], [], ["bad"]]),
      // A source that crashes while its thumbnails are made, before another that opens well.
      (
        [(["film", "bad"], nil), (["bad"], "good"), (["film", "bad"], "good")],
        [[], [], ["bad"]]
      ),
      // Opened each time, but with others: not in a row.
      ([(["bad"], "good"), ([], "fine"), (["bad"], "good")], [[], [], []]),
      // The playing item is the cause, and another one is being opened each time.
      (Array(repeating: (["film"], "bad"), count: 4), [[], [], ["film"], ["film", "bad"]]),
      (Array(repeating: ([], "bad"), count: 3), [[], [], ["bad"]]),
    ] as [([End], [[String]])])
  func table(ends: [End], expected: [[String]]) { #expect(fate(of: ends) == expected) }

  @Test("A position saved at a clean exit does not hide an earlier crash")
  func afterOrderlyEnd() {
    var closed = ResumeRecord(ResumePoint(index: 0, location: "bad", position: MediaTime(5, 1)))
    (closed.isClosed, closed.quarantined) = (true, ["was bad"])
    let ends = Array(repeating: End(["bad"], nil), count: 4)
    #expect(fate(of: ends, after: closed) == [[], [], ["bad"], ["bad"]])
    #expect(CrashLoopGuard(after: closed, isSameBoot: true).quarantined == [])
    #expect(CrashLoopGuard(after: closed, isSameBoot: true).resume?.location == "bad")
  }

  @Test("Crashes of one edition's files do not count against the next edition")
  func editions() {
    let place = ResumePoint(index: 0, location: "film", position: MediaTime(5, 1))
    var opening = OpeningRecord(
      suspects: [.init("film", crashCount: 2)], quarantined: ["other"], edition: "a")
    opening.set(open: ["film"])
    var note = ResumeRecord(place)
    (note.crashCount, note.quarantined, note.edition) = (2, ["other"], "a")
    let same = CrashLoopGuard(after: note, opening: opening, edition: "a", isSameBoot: true)
    #expect(same.newlyQuarantined == "film" && same.quarantined == ["other", "film"])
    let next = CrashLoopGuard(after: note, opening: opening, edition: "b", isSameBoot: true)
    #expect(next.quarantined == [] && next.suspects == [] && next.resume == place)
    // Each note separately, and a note from before editions existed.
    #expect(CrashLoopGuard(after: note, edition: "b", isSameBoot: true).quarantined == [])
    #expect(
      CrashLoopGuard(after: nil, opening: opening, edition: "b", isSameBoot: true).suspects == [])
    note.edition = ""
    #expect(CrashLoopGuard(after: note, edition: "b", isSameBoot: true).quarantined == [])
    // From then on the count restarts.
    #expect(next.record(place) == ResumeRecord(place, edition: "b"))
    #expect(next.openingRecord == OpeningRecord(edition: "b"))
    // While it runs, too.
    var running = same
    running.begin(edition: "a")
    #expect(running.quarantined == ["other", "film"])
    running.begin(edition: "c")
    #expect(running.record(place) == ResumeRecord(place, edition: "c"))
    opening.begin(edition: "a")
    #expect(opening.suspects.count == 1)
    opening.begin(edition: "c")
    #expect(opening.suspects == [] && opening.quarantined == [] && opening.open == ["film"])
  }

  @Test("A release that crashes the player three times is identified by the third")
  func edition() {
    var (note, opening): (ResumeRecord?, OpeningRecord?) = (nil, nil)
    var fates: [[String]] = []
    for _ in 1...3 {
      let before = CrashLoopGuard(after: note, opening: opening, edition: "b", isSameBoot: true)
      opening = before.openingRecord
      opening?.set(open: ["bad"])
      note = before.record(ResumePoint(index: 0, location: "good", position: MediaTime(5, 1)))
      fates.append(
        CrashLoopGuard(after: note, opening: opening, edition: "b", isSameBoot: true).quarantined)
    }
    #expect(fates == [[], [], ["bad"]])
  }

  @Test("Without the source, the player resumes with the next item at that index")
  func resume() {
    var opening = OpeningRecord(suspects: [.init("bad", crashCount: 2)])
    opening.set(open: ["bad"])
    let note = ResumeRecord(ResumePoint(index: 3, location: "bad", position: MediaTime(7, 1)))
    let after = CrashLoopGuard(after: note, opening: opening, isSameBoot: true)
    #expect(after.newlyQuarantined == "bad")
    #expect(after.resume == ResumePoint(index: 3, location: "", position: .zero))
    #expect(after.openingRecord.quarantined == ["bad"] && after.openingRecord.suspects == [])
  }
}
