import Glibc
public import VitrineLinux
public import VitrinePictures
public import VitrineTiming
public import VitrineVideoDevices

/// A fake hardware decoder that returns pictures at once, in the order of their packets, and can
/// simulate faults. It belongs to its test's thread.
public final class FakeDecoder: DecoderPort {
  public enum Fault: Hashable, Sendable {
    case busy, brokenRead, lostDrain, noLayout, smallMemory, endlessChange
    /// There is memory for this many pictures.
    case memory(Int)
    /// There is memory for only this many, without an error.
    case fewer(Int)
    /// Every read fails after this many pictures.
    case brokenBehind(Int)
    /// It discards packets after this many pictures.
    case swallowing(Int)
    /// Pictures after this many are damaged, or only the picture with this number.
    case damagedBehind(Int)
    case damaged(Int)
    /// It stops after each packet, and when restarted.
    case stopping
    /// It accepts packets, but never reports the format of their pictures.
    case mute
    /// When stopped, it discards packets that it has not decoded.
    case hasty
    /// It needs no size.
    case sizeless
    /// After a seek, it starts over with the buffers that it has then.
    case forgetful
  }

  public let path = "/dev/video9"
  public let clock = Shared(HostTime(nanoseconds: 1_000_000_000))
  public var faults: Set<Fault> = []
  /// The size in the packets, by their first byte.
  public var sizes: [UInt8: PixelSize] = [0: PixelSize(640, 480), 1: PixelSize(320, 240)]
  public var formats = [UInt32(fourCharacters: "NV12")]
  /// In bytes, for each packet; nil accepts the requested size.
  public var room: Int?
  /// Whether its pictures have content: see `brightness`.
  public var paints = false
  public private(set) var made: [Int] = []
  public private(set) var isStreaming: [DecoderSide: Bool] = [:]

  private var packets: [Int: UInt8] = [:]
  private var count = 0
  private var coded: [(index: Int, token: UInt64)] = []
  private var doneCoded: [DequeuedBuffer] = []
  private var free: [Int] = []
  private var done: [DequeuedBuffer] = []
  private var size: PixelSize?
  private var events: [DecoderEvent] = []
  private var isDraining = false
  private var isBehindLast = false
  /// The stream's size has changed, and nothing is decoded until that is handled.
  private var isChanging = false

  /// The buffers for pictures that it knows.
  private var known: Set<Int> = []
  private var isForgotten = false
  private var decoded = 0
  private var exported: [Int: DMABuffer] = [:]

  public init() {}

  public var quirks: DecoderQuirks {
    var quirks = DecoderQuirks()
    (quirks.forgetsAtSeek, quirks.stopsAtOnce) = (forgets, faults.contains(.hasty))
    quirks.trustsSetSize = faults.contains(.sizeless)
    return quirks
  }

  private var forgets: Bool { faults.contains(.forgetful) }

  /// Set by its session.
  public private(set) var reportedSize: PixelSize?

  public func setCoded(_ format: CodedFormat, size: PixelSize, room: Int) -> Int {
    reportedSize = size
    return self.room ?? room
  }
  public func makeCodedBuffers(_ count: Int) -> Int { count }
  public func fill(_ index: Int, with bytes: UnsafeRawBufferPointer) {
    packets[index] = bytes.first
  }
  public func pictureFormats() -> [UInt32] { formats }

  public func pictureLayout() throws(Errno) -> DecodedLayout {
    guard let size, !faults.contains(.noLayout) else { throw .invalid }
    let pitch = size.width.roundedUp(toMultipleOf: 64)
    let bytes = faults.contains(.smallMemory) ? 1000 : pitch * size.height * 3 / 2
    return DecodedLayout(
      code: formats.first ?? 0, size: size, pieces: [.init(byteCount: bytes, pitch: pitch)])
  }

  public func setPictureFormat(_ code: UInt32, size: PixelSize) throws(Errno) -> DecodedLayout {
    try pictureLayout()
  }

  public func visiblePart() -> PixelRect? { size.map { PixelRect($0) } }
  public func leastPictures() -> Int { 2 }

  public func makePictureBuffers(_ count: Int) throws(Errno) -> Int {
    for case .memory(let most) in faults where count > most { throw .noMemory }
    var count = count
    for case .fewer(let most) in faults { count = min(count, most) }
    made.append(count)
    return count
  }

  public func exportPicture(_ index: Int, pieces: Int) throws(Errno) -> [DMABuffer] {
    // A file without a name (O_TMPFILE, which the Glibc module lacks) replaces a dma-buf.
    let descriptor = try FileDescriptor(opening: "/tmp", O_RDWR | O_DIRECTORY | 0o20000000)
    let count = off_t(try pictureLayout().pieces[0].byteCount)
    _ = try valueOrErrno { ftruncate(descriptor.rawValue, count) }
    let memory = try DMABuffer(owning: descriptor)
    exported[index] = memory
    return [memory]
  }

  /// The brightness of the left half of a picture; the right half is white, and there is no colour.
  public static func brightness(of token: UInt64) -> UInt8 { 16 + UInt8(token % 64) * 3 }

  private func paint(_ index: Int, _ token: UInt64) {
    guard paints, let memory = exported[index], let layout = try? pictureLayout() else { return }
    let (pitch, size) = (layout.pieces[0].pitch, layout.size)
    let half = size.width / 2
    let row =
      Array(repeating: Self.brightness(of: token), count: half)
      + Array(repeating: 235, count: pitch - half)
    let rows = (0..<size.height).flatMap { _ in row }
    let bytes = rows + Array(repeating: 128, count: pitch * size.height / 2)
    let written = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(memory.descriptor.rawValue, $0.baseAddress, $0.count, 0)
    }
    precondition(written == bytes.count, "its picture has room in its memory")
  }

  public func stream(_ side: DecoderSide, _ isOn: Bool) throws(Errno) {
    if isOn, faults.contains(.busy) { throw .busy }
    isStreaming[side] = isOn
    switch (side, isOn) {
    case (.coded, false):
      (coded, doneCoded, isDraining) = ([], [], false)
      if forgets { (isForgotten, known, isChanging) = (true, [], false) }
    case (.pictures, false): (free, done, isBehindLast, isDraining) = ([], [], false, false)
    case (.pictures, true):
      (isChanging, known) = (false, Set(free))
      work()
    default: break
    }
  }

  public func queue(_ side: DecoderSide, _ index: Int, count: Int, token: UInt64) {
    if side == .coded { coded.append((index, token)) } else { free.append(index) }
    work()
  }

  /// Decodes as much as possible.
  private func work() {
    while !isChanging, let next = coded.first, let kind = packets[next.index] {
      if faults.contains(.mute) {
        coded.removeFirst()
        doneCoded.append(.init(index: next.index, token: next.token))
        continue
      }
      guard isReady(for: kind) else { return }
      if let most = limit(\.swallowed), decoded >= most {
        coded.removeFirst()
        doneCoded.append(.init(index: next.index, token: next.token))
        continue
      }
      guard isStreaming[.pictures] == true,
        let place = free.firstIndex(where: { !forgets || known.contains($0) })
      else { return }
      coded.removeFirst()
      doneCoded.append(.init(index: next.index, token: next.token))
      let isDamaged =
        limit(\.damagedFrom).map { decoded >= $0 } ?? faults.contains(.damaged(decoded))
      let index = free.remove(at: place)
      paint(index, next.token)
      done.append(.init(index: index, token: next.token, isDamaged: isDamaged))
      decoded += 1
      if faults.contains(.stopping) { finish() }
    }
    if isDraining, coded.isEmpty, !isChanging, !faults.contains(.lostDrain) { finish() }
  }

  /// Whether it has the memory for packets of this kind; otherwise it has reported that it needs
  /// it.
  private func isReady(for kind: UInt8) -> Bool {
    if sizes[kind] == size, isForgotten, isStreaming[.pictures] == true {
      // Like the device that this imitates: the buffers that it was given suffice.
      (isForgotten, known) = (false, Set(free))
    }
    if sizes[kind] == size, !isForgotten { return true }
    (size, isChanging, isForgotten) = (sizes[kind], true, false)
    events.append(.sourceChange)
    if isStreaming[.pictures] == true, !faults.contains(.endlessChange) { finish() }
    return false
  }

  private func limit(_ which: (Fault) -> Int?) -> Int? { faults.lazy.compactMap(which).min() }

  private func finish() {
    guard let picture = free.first else { return }
    free.removeFirst()
    isDraining = false
    done.append(.init(index: picture, token: 0, isEmpty: true, isLast: true))
  }

  public func dequeue(_ side: DecoderSide) throws(Errno) -> DequeuedBuffer? {
    if side == .coded { return doneCoded.isEmpty ? nil : doneCoded.removeFirst() }
    if faults.contains(.brokenRead) { throw .inputOutput }
    for case .brokenBehind(let most) in faults where count >= most { throw .inputOutput }
    if isBehindLast { throw .brokenPipe }
    guard !done.isEmpty else { return nil }
    let next = done.removeFirst()
    isBehindLast = next.isLast
    if !next.isEmpty { count += 1 }
    return next
  }

  public func nextEvent() -> DecoderEvent? { events.isEmpty ? nil : events.removeFirst() }

  /// By the kernel's rules, this has no effect before there are pictures.
  public func stop() {
    if faults.contains(.hasty) { coded = [] }
    isDraining = isStreaming[.pictures] == true
    work()
  }

  public func start() {
    isBehindLast = false
    if faults.contains(.stopping) { finish() }
  }

  public func wait(isGiven: Bool, _ wakeup: Wakeup, milliseconds: Int) {
    // Only its own clock counts; the code that shows its pictures has another one.
    clock.update { $0 = $0 + .milliseconds(milliseconds) }
    var watched = pollfd(fd: wakeup.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    _ = poll(&watched, 1, 1)
    wakeup.clear()
    work()
  }
}

extension FakeDecoder.Fault {
  fileprivate var swallowed: Int? { if case .swallowing(let count) = self { count } else { nil } }
  fileprivate var damagedFrom: Int? {
    if case .damagedBehind(let count) = self { count } else { nil }
  }
}
