import Glibc
import Testing
import VitrineCryptography
import VitrineFakes
import VitrineLinux

@testable import VitrineContent

/// Power cuts and failing disks between two steps.
@Suite("Faults in the release store")
struct SetStoreFaultTests {
  private typealias Base = SetStoreTests

  /// Blocks one of the store's own files: a folder occupies the draft's path.
  private func refusing(_ name: String, in store: Folder, _ body: () throws -> Void) throws {
    let draft = store.folder(".\(name).\(getpid())")
    try draft.make()
    defer { try? draft.removeTree() }
    try body()
  }

  /// A proven release that is shown, and another that replaces it.
  private func two(in store: inout SetStore) throws -> (first: StoredSet, second: StoredSet) {
    let first = try Base.stage(["a": "one"], in: &store)
    try Base.show(first, in: &store)
    for _ in 0..<3 { try store.noteShown(of: 1) }
    return (first, try Base.stage(["a": "two"], number: 2, in: &store))
  }

  private func seen(in place: Base.Place) -> String? {
    try? Base.text(StoredSet.currentRoot(in: place.folder) + "/a")
  }

  /// The accepted release recorded on disk.
  private func taken(in place: Base.Place) -> String? {
    SetNotes.read(at: place.folder)?.taken["x"]
  }

  @Test(
    "A release that cannot be shown is not activated; the store is unchanged until it can be",
    arguments: ["current", "notes"])
  func refused(name: String) throws {
    let place = try Base.Place()
    var store = try SetStore.open(place.folder)
    let (first, second) = try two(in: &store)
    var isShown = true
    try refusing(name, in: place.folder) {
      isShown = (try? store.show(second, isSigned: true)) != nil
    }
    let (current, notes) = (store.current, store.notes)
    #expect(!isShown && current == first && seen(in: place) == "one")
    #expect(notes.trial == nil && notes.accepted == nil && notes.taken["x"] == first.id.text)
    #expect(taken(in: place) == first.id.text)
    try Base.show(second, isSigned: true, in: &store)
    let previous = store.previous
    #expect(previous == first && seen(in: place) == "two")
    #expect(taken(in: place) == second.id.text)
  }

  @Test("Unreadable notes are not replaced: an older manifest would pass for a new one")
  func unreadableNotes() throws {
    let place = try Base.Place()
    do {
      var store = try SetStore.open(place.folder)
      let (_, second) = try two(in: &store)
      try Base.show(second, isSigned: true, in: &store)
    }
    try place.folder.move("notes", to: "kept")
    // A cyclic link: the kernel refuses it even to root.
    try place.folder.link("notes", to: "notes")
    #expect(throws: SetError.self) { _ = try SetStore.open(place.folder) }
    try place.folder.move("kept", to: "notes")
    let accepted = try SetStore.open(place.folder).notes.accepted
    #expect(accepted == 2)
  }

  @Test("A power cut between the notes and the switch keeps the old release; the new one follows")
  func cutBefore() throws {
    let place = try Base.Place()
    let (first, second): (StoredSet, StoredSet)
    do {
      var store = try SetStore.open(place.folder)
      (first, second) = try two(in: &store)
      try refusing("current", in: place.folder) { try? store.show(second, isSigned: false) }
    }
    // As far as it came.
    #expect(SetNotes.read(at: place.folder)?.shown.first == second.id.text)
    var store = try SetStore.open(place.folder)
    let (current, notes) = (store.current, store.notes)
    #expect(current == first && notes.trial == nil && notes.taken["x"] == first.id.text)
    try Base.show(second, in: &store)
    #expect(seen(in: place) == "two" && taken(in: place) == second.id.text)
  }

  @Test("A power cut after the switch leaves the new release on trial, recorded as accepted later")
  func cutBehind() throws {
    let place = try Base.Place()
    let second: StoredSet
    do {
      var store = try SetStore.open(place.folder)
      second = try two(in: &store).second
      try store.show(second, isSigned: true)
    }
    var store = try SetStore.open(place.folder)
    let (current, notes) = (store.current, store.notes)
    #expect(current == second && notes.trial?.set == second.id.text && notes.accepted == 2)
    #expect(notes.taken["x"] != second.id.text)
    var isSettled = true
    try refusing("notes", in: place.folder) {
      isSettled = (try? store.settle(takenFrom: "x")) != nil
    }
    #expect(!isSettled && taken(in: place) != second.id.text)
    try store.settle(takenFrom: "x")
    #expect(taken(in: place) == second.id.text)
  }

  @Test(
    "An old note of a release that was accepted but never shown no longer counts"
  )
  func notesBefore() throws {
    let place = try Base.Place()
    let (first, second): (StoredSet, StoredSet)
    do {
      var store = try SetStore.open(place.folder)
      (first, second) = try two(in: &store)
      try store.note { notes in
        notes.shown = [second.id.text] + notes.shown
        notes.take(second.id, from: "x")
      }
    }
    let store = try SetStore.open(place.folder)
    let (current, notes) = (store.current, store.notes)
    #expect(current == first && notes.taken["x"] == nil)
  }

  @Test("A damaged release may be installed again", arguments: [false, true])
  func damaged(isAll: Bool) throws {
    let place = try Base.Place()
    let (first, second): (StoredSet, StoredSet)
    do {
      var store = try SetStore.open(place.folder)
      (first, second) = try two(in: &store)
      try store.note { $0.take(first.id, from: "y") }
      try Base.show(second, in: &store)
    }
    if isAll {
      try place.folder.folder("sets").removeTree()
    } else {
      try Folder(second.root).remove("a")
    }
    // The next start finds the same.
    for _ in 0..<2 {
      let store = try SetStore.open(place.folder)
      let (current, taken) = (store.current, store.notes.taken)
      #expect(current == (isAll ? nil : first))
      #expect(taken == (isAll ? [:] : ["y": first.id.text]))
    }
  }

  @Test("If notes cannot be written, a failing release is still rolled back and not shown again")
  func goesBack() throws {
    let place = try Base.Place()
    var store = try SetStore.open(place.folder)
    let (first, second) = try two(in: &store)
    try Base.show(second, in: &store)
    var verdicts: [Bool?] = []
    var back: StoredSet?
    try refusing("notes", in: place.folder) {
      verdicts = [try? store.noteFailure(of: 2), try? store.noteFailure(of: 2)]
      back = try store.goBack(because: "a: no picture")
    }
    let refusal = store.refusal(of: second.id)
    #expect(verdicts == [nil, true] && back == first && refusal == "a: no picture")
    #expect(seen(in: place) == "one")
    try store.settle()
    #expect(SetNotes.read(at: place.folder)?.refused[second.id.text] == "a: no picture")
  }
}
