import CVitrineFFmpeg
import Glibc
import VitrineTiming

/// An adapter that lets FFmpeg read a `ByteSource`. Bound to the demuxer's thread. Its owner
/// releases it after the context that reads from it.
///
/// Wraps `AVIOContext`.
@safe final class ByteSourceIO {
  private(set) var raw: UnsafeMutablePointer<AVIOContext>?
  private var failure: String?
  private let source: any ByteSource
  private let interrupter: Demuxer.Interrupter
  private let size: Int64?
  private let isSeekable: Bool
  private var position: Int64 = 0

  /// The size of FFmpeg's reads.
  private static let bufferSize: CInt = 64 << 10
  /// As in a file, there is nothing to read beyond the end; a seek beyond this place is invalid.
  private static let furthest: Int64 = 1 << 50

  /// Waits until the source is open.
  init(_ source: any ByteSource, _ interrupter: Demuxer.Interrupter) throws(MediaError) {
    self.interrupter = interrupter
    interrupter.watch(source)
    do throws(ByteSourceError) {
      (size, isSeekable) = try source.open()
    } catch {
      throw MediaError(error)
    }
    if size == 0 { throw .empty }
    self.source = source
    guard let buffer = unsafe av_malloc(Int(Self.bufferSize)) else {
      throw .call("opening", .init(rawValue: vitrine_error_memory))
    }
    unsafe raw = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0,
      Unmanaged.passUnretained(self).toOpaque(),
      { opaque, buffer, count in
        guard let io = unsafe ByteSourceIO.from(opaque), let buffer = unsafe buffer else {
          return vitrine_error_invalid_data
        }
        return unsafe io.read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
      }, nil,
      { opaque, offset, origin in
        guard let io = unsafe ByteSourceIO.from(opaque) else {
          return Int64(vitrine_error_invalid_data)
        }
        return io.seek(offset, origin & ~vitrine_seek_force)
      })
    guard let raw = unsafe raw else {
      unsafe av_free(buffer)
      throw .call("opening", .init(rawValue: vitrine_error_memory))
    }
    unsafe raw.pointee.seekable = isSeekable ? CInt(AVIO_SEEKABLE_NORMAL) : 0
  }

  deinit {
    source.interrupt()
    unsafe vitrine_free_bytes(raw)
  }

  /// Returns and clears the error of the latest read.
  func consumeFailure() -> String? {
    defer { failure = nil }
    return failure
  }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> ByteSourceIO? {
    guard let opaque = unsafe opaque else { return nil }
    return unsafe Unmanaged<ByteSourceIO>.fromOpaque(opaque).takeUnretainedValue()
  }

  /// Must never return 0 to FFmpeg: the end has its own error code.
  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> CInt {
    interrupter.countRead()
    do throws(ByteSourceError) {
      let count = unsafe try source.read(at: position, into: buffer)
      position +|= Int64(count)
      // bound: at most the number that FFmpeg requested
      return count == 0 ? vitrine_error_eof : CInt(count)
    } catch {
      guard case .failed(let cause) = error else { return vitrine_error_exit }
      failure = cause
      return vitrine_posix_error(EIO)
    }
  }

  private func seek(_ offset: Int64, _ origin: CInt) -> Int64 {
    let unknown = Int64(vitrine_posix_error(ENOSYS))
    if origin == vitrine_seek_size { return size ?? unknown }
    let base: Int64
    switch origin {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    case SEEK_END:
      guard let size else { return unknown }
      base = size
    default: return Int64(vitrine_posix_error(EINVAL))
    }
    let (place, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, place >= 0, place <= Self.furthest else {
      return Int64(vitrine_posix_error(EINVAL))
    }
    // FFmpeg tries to seek even in sources that are not seekable.
    guard isSeekable || place >= position else { return unknown }
    position = place
    return place
  }
}

extension MediaError {
  fileprivate init(_ error: ByteSourceError) {
    self =
      switch error {
      case .interrupted: .interrupted
      case .failed(let cause): .unavailable(cause)
      }
  }
}
