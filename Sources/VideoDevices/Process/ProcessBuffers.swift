internal import VitrineLinux
internal import VitrinePictures

/// The buffers of a decoder in a process of its own, as it tells of them, and how many are lent. Of what it
/// tells nothing is believed that cannot be: memory is as large as the kernel says. A value.
struct ProcessBuffers {
  private let path: String
  private let returns: SlotReturns
  private let mostLent: Int
  private var slots: [UInt64: PictureSlot] = [:]
  /// Pieces of buffers whose layout has not come.
  private var memory: [UInt64: [DMABuffer]] = [:]
  private var lent = 0
  private var isLentTold = false

  /// No decoder has more buffers: of a process that tells of more, something is wrong.
  private static let most = 64
  private static let mostUnnamed = 4
  private static let mostPieces = 4

  init(_ returns: SlotReturns, lent: Int, of path: String) {
    (self.path, self.returns, mostLent) = (path, returns, lent)
  }

  var areAllLent: Bool { lent >= mostLent }

  /// Whether all are in use elsewhere, which was not told since the last picture.
  mutating func tellOfLent() -> Bool {
    guard areAllLent, !isLentTold else { return false }
    isLentTold = true
    return true
  }

  mutating func noteSeek() { isLentTold = false }

  mutating func take(_ piece: DMABuffer, of buffer: UInt64) throws(VideoDeviceError) {
    guard memory.count < Self.mostUnnamed, memory[buffer, default: []].count < Self.mostPieces
    else {
      throw .badLayout(path: path)
    }
    memory[buffer, default: []].append(piece)
  }

  mutating func take(
    _ layout: DecoderReport.Layout, of buffer: UInt64
  ) throws(VideoDeviceError) {
    let pieces = memory.removeValue(forKey: buffer) ?? []
    guard slots.count < Self.most, let index = Int(exactly: buffer),
      let stated = StatedLayout(
        format: layout.format, size: layout.size, planes: layout.planes,
        objects: pieces.map(\.byteCount))
    else { throw .badLayout(path: path) }
    slots[buffer] = PictureSlot(pieces, stated, index: index)
  }

  mutating func lend(
    _ buffer: UInt64, _ token: UInt64, isInterlaced: Bool
  ) throws(VideoDeviceError) -> DevicePicture {
    guard let slot = slots[buffer] else { throw .badLayout(path: path) }
    (lent, isLentTold) = (lent + 1, false)
    return DevicePicture(slot, token, isInterlaced: isInterlaced, to: returns)
  }

  /// Those that came back, also of a size before: the process holds them.
  mutating func takeBack() -> [UInt64] {
    let back = returns.take().map { UInt64($0.index) }
    lent -= back.count
    return back
  }

  /// Others follow.
  mutating func renew() { (slots, memory) = ([:], [:]) }
}
