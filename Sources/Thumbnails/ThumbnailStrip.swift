internal import VitrineCanvas
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The files of a strip: its pictures and their times. All values are read from the disk.
struct ThumbnailStrip {
  let folder: Folder

  private static let timesName = "times"
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  /// The name and checksum of the end chunk: a file without them is truncated.
  private static let end: [UInt8] = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]

  func path(of index: Int) -> String { folder.path(of: Self.name(of: index)) }

  private static func name(of index: Int) -> String { "\(index).png" }

  /// Returns the size of a picture from its file's header; nil if it is missing or damaged.
  func size(of index: Int) -> PixelSize? {
    guard let file = try? FileDescriptor(reading: path(of: index)),
      let status = try? FileStatus(of: file), status.isFile, status.size > 32,
      let head = try? file.bytes(at: 0, count: 24), head.starts(with: Self.signature),
      let tail = try? file.bytes(at: status.size - 8, count: 8), tail == Self.end
    else { return nil }
    func number(at offset: Int) -> Int { head[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let size = PixelSize(number(at: 16), number(at: 20))
    return size.isEmpty ? nil : size
  }

  /// The times of all pictures; nil if they are not known yet.
  var times: [MediaTime]? {
    guard let file = try? FileDescriptor(reading: folder.path(of: Self.timesName)),
      let bytes = try? file.bytes(at: 0, count: 32 << 10)
    else { return nil }
    // The number of pictures, and then each time in nanoseconds.
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { Int64($0) }
    let times = numbers.dropFirst().compactMap { $0.map(MediaTime.init(nanoseconds:)) }
    guard let count = numbers.first, count == Int64(times.count), times.count == numbers.count - 1
    else { return nil }
    return times
  }

  /// Writes the times, and returns the number of bytes.
  func store(_ times: [MediaTime]) throws(PlaybackError) -> Int {
    let numbers = [Int64(times.count)] + times.map(\.nanoseconds)
    let text = numbers.map { "\($0)\n" }.joined()
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(Self.timesName) { (draft) throws(Errno) in
        try draft.write(Array(text.utf8))
      }
    } catch {
      throw .cannotWrite(folder.path(of: Self.timesName), error)
    }
    return text.utf8.count
  }

  /// Writes a picture, and returns the number of bytes.
  func store(_ picture: ScanoutBuffer, _ index: Int) throws(PlaybackError) -> Int {
    let layout = picture.layout
    do throws(Folder.ReplaceError<PNGFile.WriteError>) {
      try folder.replace(Self.name(of: index)) { (draft) throws(PNGFile.WriteError) in
        unsafe try PNGFile.write(
          picture.bytes, size: layout.size, pitch: layout.planes[0].pitch, to: draft.path)
      }
    } catch {
      throw .cannotWrite(path(of: index), error)
    }
    // If the size is unknown, assumes the maximum.
    return (try? FileStatus(of: path(of: index)).size) ?? layout.byteCount
  }
}

extension PlaybackError {
  static func cannotWrite(_ path: String, _ why: some Error) -> PlaybackError {
    PlaybackError(.configuration, "thumbnails: \(path): \(why)", exitStatus: .cannotWrite)
  }
}
