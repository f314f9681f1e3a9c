import Glibc
import Testing
import VitrineLinux
import VitrinePictures
import VitrineTiming

@testable import VitrineVideoDevices

@Suite("The protocol between a decoder's process and the player")
struct DecoderMessageTests {
  private static let orders: [DecoderCommand] = [
    .open(path: "/dev/video4", codec: "h264", size: PixelSize(1920, 1080), lent: 8),
    .packet(token: 7, bytes: [0, 0, 1, 9]), .packet(token: .max, bytes: []), .finish(number: 2),
    .flush, .release(buffer: 3),
  ]
  private static let reports: [DecoderReport] = [
    .ready, .accepted(token: 9), .memory(buffer: 1),
    .layout(
      buffer: 1,
      .init(
        format: .nv12, size: PixelSize(642, 362),
        planes: [
          .init(object: 0, offset: 0, pitch: 656), .init(object: 1, offset: 64, pitch: 656),
        ])),
    .picture(buffer: 1, token: 9, isInterlaced: true), .damaged(token: 10), .renewed,
    .ended(number: 2), .failed("it is in use", .shortage),
  ]

  @Test("Every message arrives as sent, however it is split")
  func arrives() throws {
    for size in [1, 7, 1000] {
      var bytes: [UInt8] = []
      for order in Self.orders { order.message.write(to: &bytes) }
      for report in Self.reports { report.message.write(to: &bytes) }
      var messages = DecoderMessageParser(most: 4096)
      var seen: [DecoderMessage] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        messages.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let message = try messages.next() { seen.append(message) }
      }
      #expect(seen.prefix(Self.orders.count).map { DecoderCommand($0) } == Self.orders)
      #expect(seen.dropFirst(Self.orders.count).map { DecoderReport($0) } == Self.reports)
    }
  }

  @Test("Invalid messages are not accepted")
  func nonsense() {
    for kind in UInt32(0)..<20 {
      for count in 0..<12 {
        for bytes in [[], [UInt8](repeating: 32, count: 40)] {
          let numbers = (0..<count).map { UInt64($0) << 40 | 1 }
          let message = DecoderMessage(kind: kind, numbers: numbers, bytes: bytes)
          if case .open? = DecoderCommand(message) { Issue.record("a size of \(numbers)") }
          if case .layout? = DecoderReport(message) { Issue.record("a layout of \(numbers)") }
        }
      }
    }
  }

  @Test("A message larger than any valid one ends the connection at its header")
  func tooLarge() {
    var messages = DecoderMessageParser(most: 100)
    var bytes: [UInt8] = []
    DecoderMessage.writeHead(1, [], byteCount: 101, to: &bytes)
    messages.append(bytes)
    #expect(throws: DecoderMessageParser.InvalidMessage.self) { try messages.next() }
    var others = DecoderMessageParser(most: 100)
    bytes = []
    DecoderMessage.writeHead(1, [UInt64](repeating: 0, count: 33), byteCount: 0, to: &bytes)
    others.append(bytes)
    #expect(throws: DecoderMessageParser.InvalidMessage.self) { try others.next() }
  }

  @Test("VP9 frames in one packet are separated")
  func superframes() {
    let index: [UInt8] = [0b1100_0001, 3, 2, 0b1100_0001]
    #expect(
      Superframe.frames(of: [1, 2, 3, 4, 5] + index).map(Array.init) == [[1, 2, 3], [4, 5]])
    let wide: [UInt8] = [0b1100_1001, 1, 0, 4, 0, 0b1100_1001]
    #expect(
      Superframe.frames(of: [9, 8, 7, 6, 5] + wide).map(Array.init) == [[9], [8, 7, 6, 5]])
    // No index; one that states more than there is; one without its start; nothing.
    for packet in [[1, 2, 3], [1, 2, 0b1100_0001, 3, 2, 0b1100_0001], [0b1100_0001], []]
      as [[UInt8]]
    {
      #expect(Superframe.frames(of: packet).map(Array.init) == [packet])
    }
  }
}

/// The test's end of a session's connection.
private final class Stand {
  let line: PlayerConnection
  let session: ProcessSession
  private let number: CInt

  init(now: @escaping () -> HostTime = HostTime.now) throws {
    var sockets: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &sockets) == 0)
    _ = fcntl(sockets[0], F_SETFL, O_NONBLOCK)
    // A message that never arrives is a failure, not an endless wait.
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    _ = setsockopt(
      sockets[1], SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    number = sockets[0]
    line = PlayerConnection(FileDescriptor(owning: sockets[1]))
    session = try ProcessSession(
      CodedStream(format: .h264, size: PixelSize(16, 16), lent: 3), by: "/dev/video4",
      over: DecoderConnection(to: ChildProcess(standIn: FileDescriptor(owning: sockets[0]))),
      now: now)
    #expect(
      line.next() == .open(path: "/dev/video4", codec: "h264", size: PixelSize(16, 16), lent: 3))
  }

  /// Sends a packet of one byte.
  func send(_ token: UInt64) throws -> Bool {
    try [UInt8(truncatingIfNeeded: token)].withUnsafeBytes {
      try session.send($0, token: token, isKey: token == 1)
    }
  }

  /// Announces a buffer in memory of this size.
  func lend(_ buffer: UInt64, bytes: Int = 16 * 16 * 3 / 2, pitch: Int = 16) throws {
    let file = try FileDescriptor(inMemory: "picture")
    try #require(ftruncate(file.rawValue, bytes) == 0)
    line.send(.memory(buffer: buffer), memory: file.rawValue)
    line.send(
      .layout(
        buffer: buffer,
        .init(
          format: .nv12, size: PixelSize(16, 16),
          planes: [
            .init(object: 0, offset: 0, pitch: pitch),
            .init(object: 0, offset: 16 * pitch, pitch: pitch),
          ])))
  }

  /// The player's end is no longer read, so nothing waits for room there.
  func close() { _ = shutdown(number, CInt(SHUT_RDWR)) }

  func receive() throws -> DecodingOutput { try session.receive(until: nil, unless: { false }) }
}

@Suite("A session with a decoder in a separate process")
struct ProcessSessionTests {
  @Test("Packets go out, frames return with their tokens, and buffers go back when dropped")
  func plays() throws {
    let stand = try Stand()
    stand.line.send(.ready)
    #expect(try stand.send(1) && stand.send(2))
    #expect(stand.line.next() == .packet(token: 1, bytes: [1]))
    #expect(stand.line.next() == .packet(token: 2, bytes: [2]))
    try stand.lend(5)
    stand.line.send(.picture(buffer: 5, token: 2, isInterlaced: false))
    try autoreleasing {
      guard case .picture(let picture) = try stand.receive() else {
        Issue.record("no picture")
        return
      }
      #expect(picture.token == 2 && picture.slot.layout.size == PixelSize(16, 16))
    }
    guard case .needsInput = try stand.receive() else {
      Issue.record("the session does not wait")
      return
    }
    #expect(stand.line.next() == .release(buffer: 5))
  }

  private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }

  @Test("The number of packets in flight is limited")
  func credit() throws {
    let stand = try Stand()
    for token in 1...6 { #expect(try stand.send(UInt64(token))) }
    #expect(try !stand.send(7))
    stand.line.send(.accepted(token: 1))
    guard case .needsInput = try stand.receive() else {
      Issue.record("the session accepts more packets")
      return
    }
    #expect(try stand.send(7))
    #expect(try !stand.send(8))
  }

  @Test("Packets in flight before a seek do not count after it")
  func creditAfterSeek() throws {
    let stand = try Stand()
    for token in 1...6 { #expect(try stand.send(UInt64(token))) }
    try stand.session.flush()
    for token in 7...12 { #expect(try stand.send(UInt64(token))) }
    // It was accepted before and makes no room now.
    stand.line.send(.accepted(token: 1))
    var asked = 0
    stand.session.wakeup.ring()
    _ = try stand.session.receive(
      until: nil,
      unless: {
        asked += 1
        return asked > 1
      })
    #expect(try !stand.send(13))
  }

  @Test("An end from before a seek does not count after it")
  func ends() throws {
    let stand = try Stand()
    try stand.session.finish()
    try stand.session.flush()
    try stand.session.finish()
    stand.line.send(.ended(number: 1))
    stand.line.send(.ended(number: 2))
    guard case .ended = try stand.receive() else {
      Issue.record("the session has ended")
      return
    }
  }

  @Test("Memory of another size is announced, and buffers lent earlier also go back")
  func renews() throws {
    let stand = try Stand()
    try stand.lend(1)
    stand.line.send(.picture(buffer: 1, token: 1, isInterlaced: false))
    var output: DecodingOutput? = try stand.receive()
    stand.line.send(.renewed)
    guard case .changing = try stand.receive() else {
      Issue.record("the session reports a size change")
      return
    }
    #expect(output != nil)
    output = nil
    _ = try stand.receive()
    #expect(stand.line.next() == .release(buffer: 1))
    // It is no longer registered either.
    stand.line.send(.picture(buffer: 1, token: 2, isInterlaced: false))
    #expect(throws: VideoDeviceError.badLayout(path: "/dev/video4")) { try stand.receive() }
  }

  @Test("A process that exits, sends garbage or fails is reported accordingly")
  func faults() throws {
    var stand: Stand? = try Stand()
    let session = try #require(stand).session
    stand = nil
    #expect(throws: VideoDeviceError.processEnded(path: "/dev/video4")) {
      try session.receive(until: nil, unless: { false })
    }
    let failing = try Stand()
    failing.line.send(.failed("it is in use", .shortage))
    let fault = VideoDeviceError.refused("it is in use", path: "/dev/video4", .shortage)
    #expect(throws: fault) { try failing.receive() }
    #expect(fault.isPassing && "\(fault)" == "/dev/video4: it is in use")
  }

  @Test(
    "Memory that is too small for its description is refused",
    arguments: [(383, 16), (384, 17), (0, 16), (384, 0)])
  func layouts(bytes: Int, pitch: Int) throws {
    let stand = try Stand()
    try stand.lend(1, bytes: bytes, pitch: pitch)
    #expect(throws: VideoDeviceError.badLayout(path: "/dev/video4")) { try stand.receive() }
  }

  @Test("A layout without its memory, and excessive memory, are refused")
  func files() throws {
    let stand = try Stand()
    stand.line.send(.memory(buffer: 1))
    #expect(throws: VideoDeviceError.processEnded(path: "/dev/video4")) { try stand.receive() }
    let greedy = try Stand()
    #expect(throws: VideoDeviceError.badLayout(path: "/dev/video4")) {
      for buffer in 1...UInt64(80) {
        try greedy.lend(buffer)
        _ = try greedy.receive()
      }
    }
  }

  @Test("A process that only sends is abandoned, and a seek is not delayed")
  func talk() throws {
    let stand = try Stand()
    stand.line.send(.ready)
    for token in 1...6 { _ = try stand.send(UInt64(token)) }
    let (line, ended) = (stand.line, Shared(false))
    let talker = try NamedThread("talker") {
      while !ended.value { line.send(.accepted(token: 99)) }
    }
    defer {
      ended.update { $0 = true }
      talker.join()
    }
    var asked = 0
    let output = try stand.session.receive(
      until: nil,
      unless: {
        asked += 1
        return asked > 3
      })
    if case .cancelled = output {} else { Issue.record("the frame is retained") }
    #expect(throws: VideoDeviceError.processEnded(path: "/dev/video4")) {
      _ = try stand.session.receive(until: nil, unless: { false })
    }
    // The sender's end is no longer read.
    stand.close()
  }

  @Test("A silent decoder is abandoned, after a longer time while it starts")
  func silence() throws {
    for (isReady, timeout) in [(false, 15.0), (true, 2.0)] {
      nonisolated(unsafe) var seconds = 0.0
      let stand = try Stand { HostTime(nanoseconds: Int64(seconds * 1e9)) }
      if isReady {
        stand.line.send(.ready)
        #expect(try stand.send(1))
        stand.line.send(.accepted(token: 1))
        guard case .needsInput = try stand.receive() else { return }
      }
      for token in 2...7 { #expect(try stand.send(UInt64(token))) }
      #expect(throws: VideoDeviceError.silent(path: "/dev/video4")) {
        _ = try stand.session.receive(
          until: nil,
          unless: {
            seconds += 0.5
            stand.session.wakeup.ring()
            return false
          })
      }
      #expect((timeout...timeout + 2).contains(seconds), "\(seconds)")
    }
  }
}
