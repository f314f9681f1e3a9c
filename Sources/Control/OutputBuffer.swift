import VitrineLinux

/// Data to send to a client, with at most one file in it.
struct OutputBuffer {
  private var bytes = ByteQueue()
  /// A file descriptor, and the position of its line.
  private var file: (CapturedPicture, at: Int)?

  var count: Int { bytes.count }
  var isEmpty: Bool { bytes.isEmpty }
  /// Whether a file is still to be sent; another one has to wait.
  var hasFile: Bool { file != nil }

  mutating func append(_ line: [UInt8], with file: CapturedPicture? = nil) {
    if let file { self.file = (file, bytes.count) }
    bytes.append(line)
  }

  mutating func removeAll() {
    bytes.removeAll()
    file = nil
  }

  /// Sends as much as the socket takes.
  mutating func flush(to socket: borrowing FileDescriptor) throws(Errno) {
    while !bytes.isEmpty {
      guard let sent = try sendPart(to: socket) else { return }
      bytes.removeFirst(sent)
    }
  }

  private mutating func sendPart(to socket: borrowing FileDescriptor) throws(Errno) -> Int? {
    guard let (picture, place) = file else { return try socket.send(bytes.contents) }
    guard place == 0 else {
      let sent = try socket.send(bytes.contents.prefix(place))
      file?.at = place - (sent ?? 0)
      return sent
    }
    let sent = try socket.send(bytes.contents, with: picture.file)
    if sent != nil { file = nil }
    return sent
  }
}
