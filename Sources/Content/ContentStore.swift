public import VitrineCryptography
public import VitrineLinux
internal import VitrineTiming

/// What was fetched and is kept in a folder, for this process alone. Thread-safe.
///
/// Bytes are handed over without waiting, and written by a thread of its own; they are given out once
/// they are on the disk, and after a check that they are what was written. To be closed by `close`.
public final class ContentStore: Sendable {
  private let folder: ContentFolder
  private let state: Shared<State>
  /// In bytes: what is larger is not kept.
  public let most: Int64
  private let jobs = BoundedQueue<ContentWriter.Job>(limit: ContentStore.mostWaiting)
  private let thread: NamedThread

  struct State {
    var index: ContentIndex
    /// What is known of them is newer than what is on the disk.
    var marked: Set<ContentEntry.ID> = []
    /// Why nothing is kept at the moment.
    var trouble: ContentError?
  }

  /// A disk that is slower than the network drops what does not fit, and asks for it again another
  /// time. In bytes.
  private static let mostWaiting = 16 << 20

  /// Makes the folder where it is not there. What power cuts left half done in it is removed. `tell` is
  /// told why nothing is kept, and nil once it is again; on a thread of the store's.
  public init(
    _ folder: Folder, _ limits: ContentLimits = ContentLimits(),
    tell: @escaping @Sendable (ContentError?) -> Void = { _ in }
  ) throws(ContentError) {
    let (folder, ledger, index) = try ContentFolder.open(folder)
    self.folder = folder
    most = limits.most
    let state = Shared(State(index: index))
    let jobs = jobs
    self.state = state
    do throws(Errno) {
      // Not behind all others: on a machine whose processor is busy with pictures it would never come
      // to its turn.
      thread = try NamedThread("content") {
        var writer = ContentWriter(folder, ledger, limits, jobs, state, tell: tell)
        writer.run()
      }
    } catch {
      throw .unusable(folder.path, cause: "\(error)")
    }
  }

  /// What is kept of an address.
  public subscript(_ key: Digest) -> ContentEntry? { state.update { $0.index[key] } }

  /// The whole version that an address gave before, where the one that it gives now is not whole.
  public func previous(of key: Digest) -> ContentEntry? {
    state.update { $0.index.previous(of: key) }
  }

  public func entry(_ id: ContentEntry.ID) -> ContentEntry? { state.update { $0.index.entry(id) } }

  /// All that is kept.
  public var entries: [ContentEntry] { Array(state.value.index.entries.values) }

  public var trouble: ContentError? { state.value.trouble }

  /// The bytes of a piece; nil where they are not what was written, which forgets it, or where the
  /// entry is gone.
  public func bytes(_ piece: ContentPiece, of id: ContentEntry.ID) -> [UInt8]? {
    do throws(Errno) {
      if let bytes = try folder.bytes(piece, of: id) { return bytes }
    } catch {
      return nil
    }
    let isEmpty = state.update { state in
      state.index.forget(piece, of: id)
      return state.index.entry(id)?.pieces.isEmpty ?? false
    }
    jobs.force(.forget(piece, id), weight: 0)
    // Its file takes room still.
    if isEmpty { remove(id) }
    return nil
  }

  /// Begins an entry, in the place of one of another version, which stays where it is whole until this is. `now` is in seconds since 1970.
  public func begin(
    _ key: Digest, _ origin: ContentOrigin, size: Int64?, at now: Int64, freshness: Int64
  ) -> ContentEntry.ID {
    let begun = state.update {
      $0.index.begin(key, origin, size: size, checked: now, freshness: freshness)
    }
    let id = begun.id
    for old in begun.replaced { jobs.force(.remove(old), weight: 0) }
    // Before anything of the new one is written: the ledger has one for each key.
    if let previous = begun.previous { jobs.force(.write(previous), weight: 0) }
    // That it is to stay is known also where nothing of it comes.
    if let entry = entry(id), entry.isPinned { jobs.force(.write(id), weight: 0) }
    return id
  }

  /// Keeps bytes of an entry, `ContentPiece.most` of them at the most. False where they are not kept
  /// since the disk does not keep up.
  @discardableResult
  public func keep(_ bytes: [UInt8], at place: Int64, of id: ContentEntry.ID) -> Bool {
    precondition(bytes.count <= ContentPiece.most)
    return bytes.isEmpty || jobs.tryPush(.keep(bytes, place, id), weight: bytes.count)
  }

  /// The whole of an entry has that many bytes.
  public func note(size: Int64, of id: ContentEntry.ID) {
    let isNew = state.update { state in
      state.index.update(id) { entry in
        defer { entry.size = size }
        return entry.size != size
      }
    }
    if isNew == true { jobs.force(.write(id), weight: 0) }
    if let old = state.update({ $0.index.takeOutdated(by: id) }) {
      jobs.force(.remove(old), weight: 0)
    }
  }

  /// The server said that it has this version still.
  public func note(checked now: Int64, freshness: Int64, of id: ContentEntry.ID) {
    mark(id) { ($0.checked, $0.freshness) = (now, freshness) }
  }

  /// It was played, and is kept longer than what was not.
  public func use(_ id: ContentEntry.ID) {
    state.update { state in
      state.index.use(id)
      state.marked.insert(id)
    }
  }

  /// Whether it stays, however little it is used.
  public func pin(_ id: ContentEntry.ID, _ isPinned: Bool) {
    state.update { state in state.index.update(id) { $0.isPinned = isPinned } }
    jobs.force(.write(id), weight: 0)
  }

  /// What an address gives stays, however little it is used, until `letGo`.
  public func hold(_ key: Digest) { state.update { $0.index.hold(key) } }

  /// Nothing is held any more.
  public func letGo() { state.update { $0.index.letGo() } }

  public func remove(_ id: ContentEntry.ID) {
    state.update { $0.index.remove(id) }
    jobs.force(.remove(id), weight: 0)
  }

  /// Removes what was used least lately until at most `most` bytes are kept, and what is pinned: what
  /// went.
  public func prune(to most: Int64) -> [ContentEntry] {
    let victims = state.update { state -> [ContentEntry] in
      let ids = state.index.victims(freeing: state.index.count -| most, sparing: nil)
      let victims = ids.compactMap { state.index.entry($0) }
      for id in ids { state.index.remove(id) }
      return victims
    }
    for victim in victims { jobs.force(.remove(victim.id), weight: 0) }
    return victims
  }

  /// What is written with the next piece, or later.
  private func mark(_ id: ContentEntry.ID, _ body: (inout ContentEntry) -> Void) {
    state.update { state in
      state.index.update(id, body)
      state.marked.insert(id)
    }
  }

  /// Waits until all that was handed over is on the disk.
  public func settle() {
    let done = Waitable(false)
    guard jobs.force(.settle(done), weight: 0) else { return }
    done.wait { $0 ? () : nil }
  }

  /// Writes what waits, and ends. Call it once.
  public func close() {
    jobs.close()
    thread.join()
    folder.leave()
  }
}
