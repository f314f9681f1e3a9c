import Linux
import Pictures
import Testing
import Timing
import VitrineTesting

@testable import VideoDevices

/// The steps of a decoder's session, without a device and without time.
struct DecoderSessionTests {
  private func session(_ decoder: FakeDecoder, lent: Int = 4) throws -> DecoderSession {
    let clock = decoder.clock
    return try DecoderSession(
      .init(format: .h264, size: PixelSize(640, 480), lent: lent), on: decoder,
      now: { clock.now })
  }

  /// Gives packets of these kinds, with their numbers from `first` on, and takes all pictures at once.
  @discardableResult
  private func play(
    _ kinds: [UInt8], _ session: DecoderSession, from first: UInt64 = 1
  ) throws -> [(token: UInt64, size: PixelSize)] {
    var seen: [(UInt64, PixelSize)] = []
    func take() throws {
      while case .picture(let picture) = try session.receive(unless: { false }) {
        seen.append((picture.token, picture.slot.layout.size))
      }
    }
    for (index, kind) in kinds.enumerated() {
      while try [kind, 1, 2].withUnsafeBytes({ try session.send($0, token: first + UInt64(index)) })
        == false
      { try take() }
      try take()
    }
    return seen
  }

  private func end(_ session: DecoderSession) throws -> [UInt64] {
    try session.finish()
    var seen: [UInt64] = []
    while case .picture(let picture) = try session.receive(unless: { false }) {
      seen.append(picture.token)
    }
    return seen
  }

  @Test("pictures come in their order, and the memory of those that were dropped is used again")
  func order() throws {
    let session = try session(FakeDecoder())
    let seen = try play(Array(repeating: 0, count: 50), session)
    #expect(try seen.map(\.token) + end(session) == Array(1...50))
    guard case .ended = try session.receive(unless: { false }) else {
      Issue.record("it is not at its end")
      return
    }
  }

  @Test("the size changes in mid-stream: all of the one before come first")
  func sizes() throws {
    let decoder = FakeDecoder()
    let session = try session(decoder)
    let kinds: [UInt8] = [0, 0, 0, 1, 1, 0, 1, 1]
    let seen = try play(kinds, session)
    #expect(try seen.map(\.token) + end(session) == Array(1...8))
    #expect(zip(seen, kinds).allSatisfy { $0.size == decoder.sizes[$1] })
    // Memory for each size, and none of the one before.
    #expect(decoder.made == [6, 0, 6, 0, 6, 0, 6])
  }

  @Test("a film of a few packets is given whole, also if it ends before its first picture is known")
  func short() throws {
    for count in 0..<4 {
      let session = try session(FakeDecoder())
      for token in 0..<count {
        let isTaken = try [UInt8(0)].withUnsafeBytes {
          try session.send($0, token: UInt64(token))
        }
        #expect(isTaken)
      }
      #expect(try end(session) == (0..<count).map(UInt64.init))
    }
  }

  @Test("while all pictures are on the screen it waits, until one comes back or nobody wants more")
  func held() throws {
    let session = try session(FakeDecoder())
    var held: [DevicePicture] = []
    var token: UInt64 = 0
    while held.count < 6 {
      token += 1
      _ = try [UInt8(0)].withUnsafeBytes { try session.send($0, token: token) }
      while held.count < 6, case .picture(let picture) = try session.receive(unless: { false }) {
        held.append(picture)
      }
    }
    for _ in 0..<6 {
      token += 1
      _ = try [UInt8(0)].withUnsafeBytes { try session.send($0, token: token) }
    }
    var looks = 0
    let output = try session.receive {
      looks += 1
      return looks > 20
    }
    guard case .cancelled = output else {
      Issue.record("a picture came out of nowhere")
      return
    }
    held.removeFirst()
    guard case .picture(let picture) = try session.receive(unless: { false }) else {
      Issue.record("what came back is not used")
      return
    }
    #expect(picture.token == 7)
  }

  @Test("after a seek the packets of another place are decoded, also behind the end")
  func seeks() throws {
    let session = try session(FakeDecoder())
    _ = try play([0, 0, 0], session)
    try session.flush()
    #expect(try play([0, 0], session, from: 10).map(\.token) == [10, 11])
    _ = try end(session)
    try session.flush()
    let seen = try play([0, 0, 1], session, from: 20).map(\.token)
    #expect(try seen + end(session) == [20, 21, 22])
  }

  @Test(
    "what a device does wrong is told, in bounded time",
    arguments: [
      (.brokenRead, "/dev/video9: DQBUF: Input/output error (EIO)"),
      (.lostDrain, "/dev/video9: takes packets and gives no pictures"),
      (.endlessChange, "/dev/video9: takes packets and gives no pictures"),
      (.noLayout, "/dev/video9: G_FMT: Invalid argument (EINVAL)"),
      (.smallMemory, "/dev/video9: states pictures that do not lie in its memory"),
      (.memory(3), "no memory for its pictures"),
    ] as [(FakeDecoder.Fault, String)])
  func faults(fault: FakeDecoder.Fault, message: String) throws {
    let decoder = FakeDecoder()
    decoder.faults = [fault]
    let session = try session(decoder)
    let start = decoder.clock.now
    let error = #expect(throws: VideoDeviceError.self) {
      try play([0, 0, 1, 1], session)
      _ = try end(session)
    }
    #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "none")")
    #expect(decoder.clock.now - start < .seconds(5))
  }

  @Test("without a further session, or memory, that is told as a shortage")
  func shortage() throws {
    let decoder = FakeDecoder()
    decoder.faults = [.busy]
    let error = #expect(throws: VideoDeviceError.self) { try session(decoder) }
    #expect(error?.isShortage == true)
  }

  @Test("where memory is short it has fewer pictures")
  func shrinks() throws {
    let decoder = FakeDecoder()
    decoder.faults = [.memory(5)]
    let session = try session(decoder, lent: 8)
    #expect(try play([0, 0, 0], session).count == 3)
    #expect(decoder.made == [5])
  }

  @Test("a packet that is larger than the room for it is refused")
  func large() throws {
    let decoder = FakeDecoder()
    decoder.room = 1000
    let session = try session(decoder)
    #expect(throws: VideoDeviceError.packetTooLarge(1001, room: 1000)) {
      try [UInt8](repeating: 0, count: 1001).withUnsafeBytes {
        _ = try session.send($0, token: 1)
      }
    }
  }

  @Test("a decoder that gives nothing that a display knows is left")
  func formats() throws {
    let decoder = FakeDecoder()
    decoder.formats = [UInt32(fourCharacters: "MT21")]
    let session = try session(decoder)
    #expect(throws: VideoDeviceError.noPictureFormat(path: "/dev/video9")) {
      try play([0], session)
    }
  }
}
