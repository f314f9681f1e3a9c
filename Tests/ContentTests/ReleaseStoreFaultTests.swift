import Glibc
import Testing
import VitrineCryptography
import VitrineFakes
import VitrineLinux

@testable import VitrineContent

/// Power cuts and failing disks between two steps.
@Suite("Faults in the release store")
struct ReleaseStoreFaultTests {
  private typealias Base = ReleaseStoreTests

  /// Blocks one of the store's own files: a folder occupies the draft's path.
  private func refusing(_ name: String, in store: Folder, _ body: () throws -> Void) throws {
    let draft = store.folder(".\(name).\(getpid())")
    try draft.make()
    defer { try? draft.removeTree() }
    try body()
  }

  /// A proven release that is shown, and another that replaces it.
  private func two(in store: inout ReleaseStore) throws -> (
    first: StoredRelease, second: StoredRelease
  ) {
    let first = try Base.stage(["a": "one"], in: &store)
    try Base.show(first, in: &store)
    for _ in 0..<3 { try store.recordShowing(of: 1) }
    return (first, try Base.stage(["a": "two"], number: 2, in: &store))
  }

  private func seen(in place: Base.Place) -> String? {
    try? Base.text(StoredRelease.currentRoot(in: place.folder) + "/a")
  }

  /// The accepted release recorded on disk.
  private func taken(in place: Base.Place) -> String? {
    ReleaseStoreState.read(at: place.folder)?.taken["x"]
  }

  @Test(
    "A release that cannot be shown is not activated; the store is unchanged until it can be",
    arguments: ["current", "notes"])
  func refused(name: String) throws {
    let place = try Base.Place()
    var store = try ReleaseStore.open(place.folder)
    let (first, second) = try two(in: &store)
    var isShown = true
    try refusing(name, in: place.folder) {
      isShown = (try? store.activate(second, isSigned: true)) != nil
    }
    let (current, notes) = (store.current, store.state)
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
      var store = try ReleaseStore.open(place.folder)
      let (_, second) = try two(in: &store)
      try Base.show(second, isSigned: true, in: &store)
    }
    try place.folder.move("notes", to: "kept")
    // A cyclic link: the kernel refuses it even to root.
    try place.folder.link("notes", to: "notes")
    #expect(throws: ReleaseError.self) { _ = try ReleaseStore.open(place.folder) }
    try place.folder.move("kept", to: "notes")
    let accepted = try ReleaseStore.open(place.folder).state.accepted
    #expect(accepted == 2)
  }

  @Test("A power cut between the notes and the switch keeps the old release; the new one follows")
  func cutBefore() throws {
    let place = try Base.Place()
    let (first, second): (StoredRelease, StoredRelease)
    do {
      var store = try ReleaseStore.open(place.folder)
      (first, second) = try two(in: &store)
      try refusing("current", in: place.folder) { try? store.activate(second, isSigned: false) }
    }
    // As far as it came.
    #expect(ReleaseStoreState.read(at: place.folder)?.shown.first == second.id.text)
    var store = try ReleaseStore.open(place.folder)
    let (current, notes) = (store.current, store.state)
    #expect(current == first && notes.trial == nil && notes.taken["x"] == first.id.text)
    try Base.show(second, in: &store)
    #expect(seen(in: place) == "two" && taken(in: place) == second.id.text)
  }

  @Test("A power cut after the switch leaves the new release on trial, recorded as accepted later")
  func cutBehind() throws {
    let place = try Base.Place()
    let second: StoredRelease
    do {
      var store = try ReleaseStore.open(place.folder)
      second = try two(in: &store).second
      try store.activate(second, isSigned: true)
    }
    var store = try ReleaseStore.open(place.folder)
    let (current, notes) = (store.current, store.state)
    #expect(current == second && notes.trial?.set == second.id.text && notes.accepted == 2)
    #expect(notes.taken["x"] != second.id.text)
    var isSettled = true
    try refusing("notes", in: place.folder) {
      isSettled = (try? store.settle(source: "x")) != nil
    }
    #expect(!isSettled && taken(in: place) != second.id.text)
    try store.settle(source: "x")
    #expect(taken(in: place) == second.id.text)
  }

  @Test(
    "An old note of a release that was accepted but never shown no longer counts"
  )
  func notesBefore() throws {
    let place = try Base.Place()
    let (first, second): (StoredRelease, StoredRelease)
    do {
      var store = try ReleaseStore.open(place.folder)
      (first, second) = try two(in: &store)
      try store.update { state in
        state.shown = [second.id.text] + state.shown
        state.recordSource("x", of: second.id)
      }
    }
    let store = try ReleaseStore.open(place.folder)
    let (current, notes) = (store.current, store.state)
    #expect(current == first && notes.taken["x"] == nil)
  }

  @Test("A damaged release may be installed again", arguments: [false, true])
  func damaged(isAll: Bool) throws {
    let place = try Base.Place()
    let (first, second): (StoredRelease, StoredRelease)
    do {
      var store = try ReleaseStore.open(place.folder)
      (first, second) = try two(in: &store)
      try store.update { $0.recordSource("y", of: first.id) }
      try Base.show(second, in: &store)
    }
    if isAll {
      try place.folder.folder("sets").removeTree()
    } else {
      try Folder(second.root).remove("a")
    }
    // The next start finds the same.
    for _ in 0..<2 {
      let store = try ReleaseStore.open(place.folder)
      let (current, taken) = (store.current, store.state.taken)
      #expect(current == (isAll ? nil : first))
      #expect(taken == (isAll ? [:] : ["y": first.id.text]))
    }
  }

  @Test("If notes cannot be written, a failing release is still rolled back and not shown again")
  func goesBack() throws {
    let place = try Base.Place()
    var store = try ReleaseStore.open(place.folder)
    let (first, second) = try two(in: &store)
    try Base.show(second, in: &store)
    var verdicts: [Bool?] = []
    var back: StoredRelease?
    try refusing("notes", in: place.folder) {
      verdicts = ["a", "b"].map { try? store.recordFailure(of: $0, of: 2) }
      back = try store.rollBack(because: "a: no picture")
    }
    let refusal = store.refusal(of: second.id)
    #expect(verdicts == [nil, true] && back == first && refusal == "a: no picture")
    #expect(seen(in: place) == "one")
    try store.settle()
    #expect(ReleaseStoreState.read(at: place.folder)?.refused[second.id.text] == "a: no picture")
  }
}
