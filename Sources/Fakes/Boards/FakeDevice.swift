import Synchronization
package import VitrineKMS
package import VitrineLinux
package import VitrinePictures
package import VitrineTiming

/// The kernel with a simulated board: accepts and rejects commits like its driver, and records the
/// content of the screen. Thread-safe.
package final class FakeDevice: AtomicDevice {
  package let path = "/dev/dri/card0"
  package let driver: String
  package let claims = Claims()
  private let objects: BoardObjects
  private let state: Mutex<State>

  private struct State {
    var board: BoardState
    var isMaster = true
    var last: UInt32 = 100
    var live = Live()
    var flip: UInt64?
    var arrived: [PageFlip] = []
    var vblank: UInt32 = 0
    var numbers: UInt64 = 0
    var counts = Counts()
    /// The error for commits with more planes.
    var shortage: (planes: Int, error: Errno)?

    mutating func next() -> UInt32 {
      last += 1
      return last
    }

    mutating func finishFlip() {
      guard let id = flip else { return }
      flip = nil
      vblank += 1
      arrived.append(
        PageFlip(
          id: id, sequence: vblank, time: .now(), crtc: ObjectID(rawValue: BoardObjects.crtc)))
    }

    mutating func commit(
      _ request: AtomicRequest, _ kind: CommitKind, _ board: FakeBoard
    ) throws(Errno) {
      var next = self.board
      guard isMaster else { throw .accessDenied }
      try next.set(request)
      try next.check()
      if let shortage, next.planes.count > shortage.planes { throw shortage.error }
      let needsModeset = next.needsModeset(after: self.board)
      let isAllowed: Bool
      switch kind {
      case .test(let allowed): (isAllowed, counts.tests) = (allowed, counts.tests + 1)
      case .blocking(let allowed): isAllowed = allowed
      case .flip:
        isAllowed = false
        // A CRTC that is off sends no event.
        guard next.isActive else { throw .invalid }
      }
      guard isAllowed || !needsModeset else { throw .invalid }
      switch kind {
      case .test: return
      case .blocking: finishFlip()
      case .flip(let id):
        guard flip == nil else { throw .busy }
        flip = id
      }
      if needsModeset { counts.modesets += 1 }
      next.latch(isSet: needsModeset && next.isActive)
      self.board = next
      if board.rules.contains(.answersAtOnce) { finishFlip() }
    }
  }

  /// Counts of operations.
  package struct Counts: Equatable, Sendable {
    package var tests = 0
    package var modesets = 0
    package var refusals = 0
    /// Probes of the connectors, which take up to seconds on real hardware.
    package var probes = 0
    /// Buffers allocated; the kernel clears contiguous memory first.
    package var buffers = 0
  }

  /// Objects that were not released.
  package struct Live: Equatable, Sendable {
    package var blobs = 0
    package var framebuffers = 0
    package var buffers = 0

    package init() {}
  }

  /// Returns nil if the board's mode is invalid.
  package init?(_ board: FakeBoard) {
    guard let objects = BoardObjects(board) else { return nil }
    (self.objects, driver) = (objects, board.driver)
    state = Mutex(State(board: BoardState(objects)))
  }

  /// The active gamma table; nil without one.
  package var gammaTable: [UInt8]? { state.withLock { $0.board.gammaTable } }
  package var screen: BoardScreen { state.withLock { $0.board.screen } }
  package var counts: Counts { state.withLock { $0.counts } }
  package var live: Live { state.withLock { $0.live } }
  package var mode: Mode { objects.mode }

  /// Simulates another process that becomes DRM master or releases it.
  package func setMaster(_ isMaster: Bool) { state.withLock { $0.isMaster = isMaster } }

  /// Simulates a temporary shortage: more planes fail with this error; nil ends it.
  package func setShortage(of planes: Int?, _ error: Errno) {
    state.withLock { $0.shortage = planes.map { ($0, error) } }
  }

  /// Makes the pending commit take effect.
  package func passVblank() { state.withLock { $0.finishFlip() } }

  /// Connects the first connector to the CRTC, in the board's mode.
  package func makeOutput() throws(KMSError) -> Output {
    guard let connector = connectors().first else { throw .noConnector(wanted: nil, seen: []) }
    return try Output(connector, mode: mode, on: self)
  }

  package func connectors(probing: Bool) -> [Connector] {
    state.withLock { state in
      if probing { state.counts.probes += 1 }
      return [objects.connector(state.board.values)].compactMap(\.self)
    }
  }

  package func crtcs() -> [CRTC] {
    state.withLock { state in [objects.crtc(state.board.values)].compactMap(\.self) }
  }

  package func planes() -> [Plane] { state.withLock { objects.planes($0.board.values) } }

  package func values(of names: [String], _ crtc: CRTC) -> [String: UInt64] {
    state.withLock { state in
      let all = state.board.values[crtc.id.rawValue] ?? [:]
      return all.filter { names.contains($0.key) }
    }
  }

  package func bytes(ofBlob number: UInt64, upTo limit: Int) -> [UInt8]? {
    state.withLock { state in
      state.board.blobs[UInt32(truncatingIfNeeded: number)].flatMap {
        $0.count > limit ? nil : $0
      }
    }
  }

  package func makeBlob(_ bytes: [UInt8], called name: String) throws(KMSError) -> PropertyBlob {
    let number = state.withLock { state in
      let number = state.next()
      state.board.modes[number] = Mode(bytes: bytes)
      state.board.blobs[number] = bytes
      state.live.blobs += 1
      return number
    }
    return PropertyBlob(owning: number, on: self)
  }

  package func makeFramebuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?, populating: Bool
  ) throws(KMSError) -> Framebuffer {
    let board = objects.board
    let least = BufferLayout.leastPitch(format: format, width: max(size.width, room?.width ?? 0))
    let alignment = board.pitchAlignment
    let most = board.largestFramebuffer
    guard size.width <= most.width, size.height <= most.height,
      let layout = BufferLayout(
        format: format, size: size, pitch: (least + alignment - 1) / alignment * alignment,
        allocatedRows: room?.height)
    else { throw .bufferRefused(size, format, .invalid) }
    let mapping: Mapping
    do {
      mapping = try Mapping(anonymous: layout.byteCount)
    } catch {
      throw .bufferRefused(size, format, error)
    }
    let number = state.withLock { state in
      let number = state.next()
      state.board.framebuffers[number] = layout
      state.live.framebuffers += 1
      state.live.buffers += 1
      state.counts.buffers += 1
      return number
    }
    let buffer = DumbBuffer(owning: number, layout, mapping, on: self)
    guard let id = ObjectID<Framebuffer>(rawValue: number) else {
      throw .bufferRefused(size, format, .invalid)
    }
    return Framebuffer(owning: id, of: buffer, on: self)
  }

  package func importFramebuffer(
    _ memory: [DMABuffer], _ layout: DMABufferLayout
  ) throws(KMSError) -> ImportedFramebuffer {
    let most = objects.board.largestFramebuffer
    guard layout.size.width <= most.width, layout.size.height <= most.height,
      let inOnePiece = layout.inOnePiece
    else { throw .importRefused(layout.size, layout.format, .invalid) }
    let number = state.withLock { state in
      let number = state.next()
      state.board.framebuffers[number] = inOnePiece
      state.live.framebuffers += 1
      state.live.buffers += memory.count
      return number
    }
    guard let id = ObjectID<Framebuffer>(rawValue: number) else {
      throw .importRefused(layout.size, layout.format, .invalid)
    }
    let handles = memory.map { _ in number }
    return ImportedFramebuffer(owning: id, of: memory, layout, handles: handles, on: self)
  }

  package func releaseHandle(_ handle: UInt32) { state.withLock { $0.live.buffers -= 1 } }

  package func destroyBlob(_ number: UInt32) {
    state.withLock { state in
      state.live.blobs -= 1
      // The kernel keeps the blob of an active mode.
      if state.board.value("MODE_ID", of: BoardObjects.crtc) != UInt64(number) {
        state.board.modes[number] = nil
      }
      // It also keeps the blob of an active table.
      if state.board.value("GAMMA_LUT", of: BoardObjects.crtc) != UInt64(number) {
        state.board.blobs[number] = nil
      }
    }
  }

  package func removeFramebuffer(_ id: ObjectID<Framebuffer>) {
    state.withLock { state in
      state.live.framebuffers -= 1
      state.board.remove(id.rawValue)
    }
  }

  package func destroyBuffer(_ handle: UInt32) { state.withLock { $0.live.buffers -= 1 } }

  package func commit(_ request: AtomicRequest, _ kind: CommitKind) throws(Errno) {
    let error: Errno? = state.withLock { state in
      do throws(Errno) {
        try state.commit(request, kind, objects.board)
        return nil
      } catch {
        state.counts.refusals += 1
        return error
      }
    }
    if let error { throw error }
  }

  package func subscribeToFlips(of crtc: CRTC, wakeup: Wakeup) {}

  package func flipNumber(of crtc: CRTC) -> UInt64 {
    state.withLock { state in
      state.numbers += 1
      return state.numbers
    }
  }

  package func unsubscribeFromFlips(of crtc: ObjectID<CRTC>) { state.withLock { $0.arrived = [] } }

  package func drainFlips(of crtc: ObjectID<CRTC>) -> [PageFlip] {
    state.withLock { state in
      defer { state.arrived = [] }
      return state.arrived
    }
  }

  package func latestVblank(of crtc: ObjectID<CRTC>) -> (sequence: UInt32, time: HostTime)? { nil }
}
