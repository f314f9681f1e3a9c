internal import VitrineLinux
internal import VitrinePictures

/// The buffers that a decoder process has reported, and the number of lent ones. Its reports are
/// validated: the kernel knows the size of the memory.
struct ProcessBuffers {
  private let path: String
  private let returns: SlotReturns
  private let mostLent: Int
  private var slots: [UInt64: PictureSlot] = [:]
  /// Pieces of buffers without a layout so far.
  private var memory: [UInt64: [DMABuffer]] = [:]
  private var lent = 0
  private var isAllLentReported = false

  /// No decoder has more buffers: a process that reports more is faulty.
  private static let most = 64
  private static let mostUnnamed = 4
  private static let mostPieces = 4

  init(_ returns: SlotReturns, lent: Int, of path: String) {
    (self.path, self.returns, mostLent) = (path, returns, lent)
  }

  var areAllLent: Bool { lent >= mostLent }

  /// Whether all buffers are in use elsewhere, and that was not reported since the last picture.
  mutating func needsAllLentReport() -> Bool {
    guard areAllLent, !isAllLentReported else { return false }
    isAllLentReported = true
    return true
  }

  mutating func recordSeek() { isAllLentReported = false }

  mutating func append(_ piece: DMABuffer, to buffer: UInt64) throws(VideoDeviceError) {
    guard memory.count < Self.mostUnnamed, memory[buffer, default: []].count < Self.mostPieces
    else {
      throw .badLayout(path: path)
    }
    memory[buffer, default: []].append(piece)
  }

  mutating func setLayout(
    _ layout: DecoderReport.Layout, of buffer: UInt64
  ) throws(VideoDeviceError) {
    let pieces = memory.removeValue(forKey: buffer) ?? []
    guard slots.count < Self.most, let index = Int(exactly: buffer),
      let stated = DMABufferLayout(
        format: layout.format, size: layout.size, planes: layout.planes,
        objects: pieces.map(\.byteCount))
    else { throw .badLayout(path: path) }
    slots[buffer] = PictureSlot(pieces, stated, index: index)
  }

  mutating func lend(
    _ buffer: UInt64, _ token: UInt64, isInterlaced: Bool
  ) throws(VideoDeviceError) -> DevicePicture {
    guard let slot = slots[buffer] else { throw .badLayout(path: path) }
    (lent, isAllLentReported) = (lent + 1, false)
    return DevicePicture(slot, token, isInterlaced: isInterlaced, to: returns)
  }

  /// Returns the released buffers, including those from before a format change, which the process
  /// still holds.
  mutating func drainReleased() -> [UInt64] {
    let back = returns.drain().map { UInt64($0.index) }
    lent -= back.count
    return back
  }

  /// Drops all buffers: others follow.
  mutating func renew() { (slots, memory) = ([:], [:]) }
}
