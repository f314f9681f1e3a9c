import Glibc
import Testing
import VitrineCryptography
import VitrineFakes
import VitrineLinux

@testable import VitrineContent

/// What power cuts, and disks that take nothing, do between two steps.
@Suite("The store of sets, where a step is not taken")
struct SetStoreFaultTests {
  private typealias Base = SetStoreTests

  /// While one of the store's own files cannot be written: where its draft would be there is a folder.
  private func refusing(_ name: String, in store: Folder, _ body: () throws -> Void) throws {
    let draft = store.folder(".\(name).\(getpid())")
    try draft.make()
    defer { try? draft.removeTree() }
    try body()
  }

  /// One set that is shown and has proved itself, and another that is to take its place.
  private func two(in store: inout SetStore) throws -> (first: StoredSet, second: StoredSet) {
    let first = try Base.stage(["a": "one"], in: &store)
    try Base.show(first, in: &store)
    for _ in 0..<3 { try store.noteShown(of: 1) }
    return (first, try Base.stage(["a": "two"], number: 2, in: &store))
  }

  private func seen(in place: Base.Place) -> String? {
    try? Base.text(StoredSet.currentRoot(in: place.folder) + "/a")
  }

  /// What is noted on the disk as taken.
  private func taken(in place: Base.Place) -> String? {
    SetNotes.read(at: place.folder)?.taken["x"]
  }

  @Test(
    "a set that cannot be shown is not taken: all is as it was, and then it is shown",
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

  @Test("notes that cannot be read are not begun anew: an older manifest would pass for a new one")
  func unreadableNotes() throws {
    let place = try Base.Place()
    do {
      var store = try SetStore.open(place.folder)
      let (_, second) = try two(in: &store)
      try Base.show(second, isSigned: true, in: &store)
    }
    try place.folder.move("notes", to: "kept")
    // A link in a circle: the kernel refuses it to root as well.
    try place.folder.link("notes", to: "notes")
    #expect(throws: SetError.self) { _ = try SetStore.open(place.folder) }
    try place.folder.move("kept", to: "notes")
    let accepted = try SetStore.open(place.folder).notes.accepted
    #expect(accepted == 2)
  }

  @Test("a power cut between the notes and the step leaves the set before, and the new one to come")
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

  @Test("a power cut behind the step leaves the new set, on trial, and it is noted as taken later")
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
    "old notes that a set was taken which never came to be shown count no more"
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

  @Test("a set that is damaged may come again", arguments: [false, true])
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

  @Test("on a disk that takes no notes, what fails is left all the same, and not shown again")
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
