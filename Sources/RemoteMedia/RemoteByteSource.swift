internal import VitrineAddresses
internal import VitrineMedia
internal import VitrineNetwork

/// A file on a server as a byte source of a demuxer. Thread-safe.
final class RemoteByteSource: ByteSource {
  let file: RemoteFile

  /// Downloads at most `ahead` bytes before they are read; nil for the default.
  init(_ url: RemoteURL, _ sources: RemoteSources, ahead: Int64? = nil) throws(NetworkError) {
    file = try sources.file(url, ahead: ahead)
  }

  func open() throws(ByteSourceError) -> (size: Int64?, isSeekable: Bool) {
    do throws(NetworkError) {
      let description = try file.describe()
      return (description.size, description.isSeekable)
    } catch {
      throw ByteSourceError(error)
    }
  }

  func read(
    at position: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int {
    do throws(NetworkError) {
      return try unsafe file.read(at: position, into: buffer)
    } catch {
      throw ByteSourceError(error)
    }
  }

  func interrupt() { file.interrupt() }
}

extension ByteSourceError {
  fileprivate init(_ error: NetworkError) {
    self = error == .cancelled ? .interrupted : .failed(error.description)
  }
}
