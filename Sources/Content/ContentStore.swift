package import VitrineCryptography
package import VitrineLinux
internal import VitrineTiming

/// The cache of downloads, in a folder that one process owns. Thread-safe.
///
/// Bytes are queued without blocking and written by the cache's own thread. They can be read once
/// they are on disk, and are verified first. Call `close` when done.
package final class ContentStore: Sendable {
  private let folder: ContentFolder
  private let state: Shared<State>
  /// The maximum size, in bytes. Larger responses are not cached.
  package let most: Int64
  private let jobs = BoundedQueue<ContentWriter.Job>(limit: ContentStore.mostWaiting)
  private let thread: NamedThread

  struct State {
    var index: ContentIndex
    /// Entries whose metadata changed since it was last written.
    var marked: Set<ContentEntry.ID> = []
    /// Why nothing is cached at the moment.
    var trouble: ContentError?
  }

  /// The limit of the queue, in bytes. If the disk is slower than the network, the rest is dropped
  /// and downloaded again another time.
  private static let mostWaiting = 16 << 20

  /// Creates the folder if it is missing, and cleans up after a power cut. The cache's thread calls
  /// `report` with an error when caching stops, and with nil when it resumes.
  package init(
    _ folder: Folder, _ limits: ContentLimits = ContentLimits(),
    report: @escaping @Sendable (ContentError?) -> Void = { _ in }
  ) throws(ContentError) {
    let (folder, ledger, index) = try ContentFolder.open(folder)
    self.folder = folder
    most = limits.most
    let state = Shared(State(index: index))
    let jobs = jobs
    self.state = state
    do throws(Errno) {
      // Normal priority: on a machine whose processor is busy decoding, a background thread would
      // never run.
      thread = try NamedThread("content") {
        var writer = ContentWriter(folder, ledger, limits, jobs, state, report: report)
        writer.run()
      }
    } catch {
      throw .unusable(folder.path, cause: "\(error)")
    }
  }

  /// Returns the entry of an address.
  package subscript(_ key: Digest) -> ContentEntry? { state.update { $0.index[key] } }

  /// Returns the complete previous version of an address whose current version is incomplete.
  package func previous(of key: Digest) -> ContentEntry? {
    state.update { $0.index.previous(of: key) }
  }

  package func entry(_ id: ContentEntry.ID) -> ContentEntry? { state.update { $0.index.entry(id) } }

  /// All entries.
  package var entries: [ContentEntry] { Array(state.value.index.entries.values) }

  package var trouble: ContentError? { state.value.trouble }

  /// Returns the bytes of a piece; nil if the entry is gone. Returns nil and drops the piece if it
  /// is damaged.
  package func bytes(_ piece: ContentPiece, of id: ContentEntry.ID) -> [UInt8]? {
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
    // The empty entry's file still uses disk space.
    if isEmpty { remove(id) }
    return nil
  }

  /// Starts an entry in place of another version. A complete version stays until the new one is
  /// complete. `now` is in seconds since 1970.
  package func begin(
    _ key: Digest, _ origin: ContentOrigin, size: Int64?, at now: Int64, freshness: Int64
  ) -> ContentEntry.ID {
    let begun = state.update {
      $0.index.begin(key, origin, size: size, checked: now, freshness: freshness)
    }
    let id = begun.id
    for old in begun.replaced { jobs.force(.remove(old), weight: 0) }
    // The previous version changes its key before the new one is written: keys are unique in the
    // index.
    if let previous = begun.previous { jobs.force(.write(previous), weight: 0) }
    // A pin is stored even if nothing is downloaded.
    if let entry = entry(id), entry.isPinned { jobs.force(.write(id), weight: 0) }
    return id
  }

  /// Caches up to `ContentPiece.most` bytes of an entry. Returns false if the disk is too slow and
  /// they are dropped.
  @discardableResult
  package func write(_ bytes: [UInt8], at place: Int64, of id: ContentEntry.ID) -> Bool {
    precondition(bytes.count <= ContentPiece.most)
    return bytes.isEmpty || jobs.tryPush(.store(bytes, place, id), weight: bytes.count)
  }

  /// Sets the total size of an entry.
  package func setSize(_ size: Int64, of id: ContentEntry.ID) {
    let isNew = state.update { state in
      state.index.update(id) { entry in
        defer { entry.size = size }
        return entry.size != size
      }
    }
    if isNew == true { jobs.force(.write(id), weight: 0) }
    if let old = state.update({ $0.index.removeOutdated(by: id) }) {
      jobs.force(.remove(old), weight: 0)
    }
  }

  /// Records that the server revalidated the entry.
  package func recordRevalidation(at now: Int64, freshness: Int64, of id: ContentEntry.ID) {
    mark(id) { ($0.checked, $0.freshness) = (now, freshness) }
  }

  /// Records a use, which delays the eviction of the entry.
  package func use(_ id: ContentEntry.ID) {
    state.update { state in
      state.index.use(id)
      state.marked.insert(id)
    }
  }

  /// Exempts an entry from eviction, or ends the exemption.
  package func pin(_ id: ContentEntry.ID, _ isPinned: Bool) {
    state.update { state in state.index.update(id) { $0.isPinned = isPinned } }
    jobs.force(.write(id), weight: 0)
  }

  /// Exempts an address from eviction until `releaseHolds`.
  package func hold(_ key: Digest) { state.update { $0.index.hold(key) } }

  /// Ends all holds.
  package func releaseHolds() { state.update { $0.index.releaseHolds() } }

  package func remove(_ id: ContentEntry.ID) {
    state.update { $0.index.remove(id) }
    jobs.force(.remove(id), weight: 0)
  }

  /// Evicts the least recently used entries until at most `most` bytes and the pinned entries
  /// remain. Returns the evicted entries.
  package func prune(to most: Int64) -> [ContentEntry] {
    let victims = state.update { state -> [ContentEntry] in
      let ids = state.index.victims(freeing: state.index.count -| most, sparing: nil)
      let victims = ids.compactMap { state.index.entry($0) }
      for id in ids { state.index.remove(id) }
      return victims
    }
    for victim in victims { jobs.force(.remove(victim.id), weight: 0) }
    return victims
  }

  /// Changes metadata that is written with the next piece, or later.
  private func mark(_ id: ContentEntry.ID, _ body: (inout ContentEntry) -> Void) {
    state.update { state in
      state.index.update(id, body)
      state.marked.insert(id)
    }
  }

  /// Waits until everything queued is on disk.
  package func settle() {
    let done = Waitable(false)
    guard jobs.force(.settle(done), weight: 0) else { return }
    done.wait { $0 ? () : nil }
  }

  /// Writes the queued bytes and stops. Call it once.
  package func close() {
    jobs.close()
    thread.join()
    folder.leave()
  }
}
