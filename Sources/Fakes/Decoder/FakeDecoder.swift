import Glibc
package import VitrineLinux
package import VitrinePictures
package import VitrineTiming
package import VitrineVideoDevices

/// A fake hardware decoder that returns pictures at once, in the order of their packets, and can
/// simulate faults. It belongs to its test's thread.
package final class FakeDecoder: DecoderPort {
  package enum Fault: Hashable, Sendable {
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

  package let path = "/dev/video9"
  package let clock = Shared(HostTime(nanoseconds: 1_000_000_000))
  package var faults: Set<Fault> = []
  package var formats = [UInt32(fourCharacters: "NV12")]
  /// In bytes, for each packet; nil accepts the requested size.
  package var room: Int?
  package private(set) var isStreaming: [DecoderSide: Bool] = [:]

  private var packets = FakePackets()
  private var pictures = FakePictures()
  private var format = FakeDecoderFormat()
  private var memory = FakeDecoderMemory()
  private var isDraining = false

  package init() {}

  /// The size in the packets, by their first byte.
  package var sizes: [UInt8: PixelSize] {
    get { format.sizes }
    set { format.sizes = newValue }
  }
  /// Whether its pictures have content: see `brightness`.
  package var paints: Bool {
    get { memory.isPainted }
    set { memory.isPainted = newValue }
  }
  /// How many picture buffers were made, each time.
  package var made: [Int] { memory.made }

  package var quirks: DecoderQuirks {
    var quirks = DecoderQuirks()
    (quirks.forgetsAtSeek, quirks.stopsAtOnce) = (forgets, faults.contains(.hasty))
    quirks.trustsSetSize = faults.contains(.sizeless)
    return quirks
  }

  private var forgets: Bool { faults.contains(.forgetful) }

  /// Set by its session.
  package private(set) var reportedSize: PixelSize?

  package func setCoded(_ format: CodedFormat, size: PixelSize, room: Int) -> Int {
    reportedSize = size
    return self.room ?? room
  }
  package func makeCodedBuffers(_ count: Int) -> Int { count }
  package func fill(_ index: Int, with bytes: UnsafeRawBufferPointer) {
    unsafe packets.fill(index, with: bytes)
  }
  package func pictureFormats() -> [UInt32] { formats }

  package func pictureLayout() throws(Errno) -> DecodedLayout {
    guard let size = format.size, !faults.contains(.noLayout) else { throw .invalid }
    let pitch = size.width.roundedUp(toMultipleOf: 64)
    let bytes = faults.contains(.smallMemory) ? 1000 : pitch * size.height * 3 / 2
    return DecodedLayout(
      code: formats.first ?? 0, size: size, pieces: [.init(byteCount: bytes, pitch: pitch)])
  }

  package func setPictureFormat(_ code: UInt32, size: PixelSize) throws(Errno) -> DecodedLayout {
    try pictureLayout()
  }

  package func visiblePart() -> PixelRect? { format.size.map { PixelRect($0) } }
  package func leastPictures() -> Int { 2 }

  package func makePictureBuffers(_ count: Int) throws(Errno) -> Int {
    for case .memory(let most) in faults where count > most { throw .noMemory }
    var count = count
    for case .fewer(let most) in faults { count = min(count, most) }
    memory.make(count)
    return count
  }

  package func exportPicture(_ index: Int, pieces: Int) throws(Errno) -> [DMABuffer] {
    [try memory.export(index, byteCount: try pictureLayout().pieces[0].byteCount)]
  }

  /// The brightness of the left half of a picture; the right half is white, and there is no colour.
  package static func brightness(of token: UInt64) -> UInt8 { 16 + UInt8(token % 64) * 3 }

  package func stream(_ side: DecoderSide, _ isOn: Bool) throws(Errno) {
    if isOn, faults.contains(.busy) { throw .busy }
    isStreaming[side] = isOn
    switch (side, isOn) {
    case (.coded, false):
      packets.removeAll()
      isDraining = false
      if forgets { format.forget() }
    case (.pictures, false):
      pictures.removeAll()
      isDraining = false
    case (.pictures, true):
      format.begin(with: pictures.free)
      work()
    default: break
    }
  }

  package func queue(_ side: DecoderSide, _ index: Int, count: Int, token: UInt64) {
    if side == .coded {
      packets.queue(index, token: token)
    } else {
      pictures.queue(index)
    }
    work()
  }

  /// Decodes as much as possible.
  private func work() {
    while !format.isChanging, let kind = packets.next {
      if faults.contains(.mute) {
        packets.complete()
        continue
      }
      guard isReady(for: kind) else { return }
      if let most = limit(\.swallowed), pictures.decoded >= most {
        packets.complete()
        continue
      }
      guard isStreaming[.pictures] == true,
        let place = pictures.free.firstIndex(where: { !forgets || format.knows($0) })
      else { return }
      let (token, decoded) = (packets.complete(), pictures.decoded)
      let isDamaged =
        limit(\.damagedFrom).map { decoded >= $0 } ?? faults.contains(.damaged(decoded))
      let index = pictures.decode(into: place, token: token, isDamaged: isDamaged)
      if paints, let layout = try? pictureLayout() {
        memory.paint(index, Self.brightness(of: token), layout)
      }
      if faults.contains(.stopping) { finish() }
    }
    if isDraining, packets.isEmpty, !format.isChanging, !faults.contains(.lostDrain) { finish() }
  }

  /// Whether it has the memory for packets of this kind; otherwise it has reported that it needs
  /// it.
  private func isReady(for kind: UInt8) -> Bool {
    let isStreaming = isStreaming[.pictures] == true
    if format.accepts(kind, into: isStreaming ? pictures.free : nil) { return true }
    if isStreaming, !faults.contains(.endlessChange) { finish() }
    return false
  }

  private func limit(_ which: (Fault) -> Int?) -> Int? { faults.lazy.compactMap(which).min() }

  private func finish() {
    if pictures.finish() { isDraining = false }
  }

  package func dequeue(_ side: DecoderSide) throws(Errno) -> DequeuedBuffer? {
    if side == .coded { return packets.dequeue() }
    if faults.contains(.brokenRead) { throw .inputOutput }
    for case .brokenBehind(let most) in faults where pictures.readCount >= most {
      throw .inputOutput
    }
    return try pictures.dequeue()
  }

  package func nextEvent() -> DecoderEvent? { format.nextEvent() }

  /// By the kernel's rules, this has no effect before there are pictures.
  package func stop() {
    if faults.contains(.hasty) { packets.discard() }
    isDraining = isStreaming[.pictures] == true
    work()
  }

  package func start() {
    pictures.resume()
    if faults.contains(.stopping) { finish() }
  }

  package func wait(isGiven: Bool, _ wakeup: Wakeup, milliseconds: Int) {
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
