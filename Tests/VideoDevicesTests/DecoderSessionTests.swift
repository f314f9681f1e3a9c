import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrineTiming

@testable import VitrineVideoDevices

/// The steps of a decoder's session, without a device or time.
struct DecoderSessionTests {
  private func session(_ decoder: FakeDecoder, lent: Int = 4) throws -> DecoderSession {
    let clock = decoder.clock
    return try DecoderSession(
      .init(format: .h264, size: PixelSize(640, 480), lent: lent), on: decoder,
      now: { clock.value })
  }

  /// Sends packets of these kinds, numbered from `first`, and takes every frame at once.
  @discardableResult
  private func play(
    _ kinds: [UInt8], _ session: DecoderSession, from first: UInt64 = 1
  ) throws -> [(token: UInt64, size: PixelSize)] {
    var seen: [(UInt64, PixelSize)] = []
    func collect() throws {
      while let picture = try next(session) {
        seen.append((picture.token, picture.slot.layout.size))
      }
    }
    for (index, kind) in kinds.enumerated() {
      while try [kind, 1, 2].withUnsafeBytes({
        try session.send($0, token: first + UInt64(index), isKey: true)
      })
        == false
      { try collect() }
      try collect()
    }
    return seen
  }

  private func end(_ session: DecoderSession) throws -> [UInt64] {
    try session.finish()
    var seen: [UInt64] = []
    while let picture = try next(session) { seen.append(picture.token) }
    return seen
  }

  /// The next frame, skipping reports; nil if packets are needed, or at the end.
  private func next(_ session: DecoderSession) throws -> DevicePicture? {
    while true {
      switch try session.receive(unless: { false }) {
      case .picture(let picture): return picture
      case .damaged, .changing, .allLent: continue
      case .needsInput, .ended, .cancelled: return nil
      }
    }
  }

  @Test("Frames arrive in order, and the memory of dropped ones is reused")
  func order() throws {
    let session = try session(FakeDecoder())
    let seen = try play(Array(repeating: 0, count: 50), session)
    #expect(try seen.map(\.token) + end(session) == Array(1...50))
    guard case .ended = try session.receive(unless: { false }) else {
      Issue.record("the session has not ended")
      return
    }
  }

  @Test("The size changes in mid-stream after every frame of the old size")
  func sizes() throws {
    let decoder = FakeDecoder()
    let session = try session(decoder)
    let kinds: [UInt8] = [0, 0, 0, 1, 1, 0, 1, 1]
    let seen = try play(kinds, session)
    #expect(try seen.map(\.token) + end(session) == Array(1...8))
    #expect(zip(seen, kinds).allSatisfy { $0.size == decoder.sizes[$1] })
    // Memory for each size, and none of the previous one.
    #expect(decoder.made == [6, 0, 6, 0, 6, 0, 6])
  }

  @Test("A film of a few packets is complete, even if its first frame comes after its end")
  func short() throws {
    for count in 0..<4 {
      let session = try session(FakeDecoder())
      for token in 0..<count {
        let isTaken = try [UInt8(0)].withUnsafeBytes {
          try session.send($0, token: UInt64(token), isKey: true)
        }
        #expect(isTaken)
      }
      #expect(try end(session) == (0..<count).map(UInt64.init))
    }
  }

  @Test("With every frame on screen, decoding waits for one to return or for a cancellation")
  func held() throws {
    let session = try session(FakeDecoder())
    var held: [DevicePicture] = []
    var token: UInt64 = 0
    while held.count < 6 {
      token += 1
      _ = try [UInt8(0)].withUnsafeBytes { try session.send($0, token: token, isKey: true) }
      while held.count < 6, let picture = try next(session) { held.append(picture) }
    }
    for _ in 0..<6 {
      token += 1
      _ = try [UInt8(0)].withUnsafeBytes { try session.send($0, token: token, isKey: true) }
    }
    guard case .allLent = try session.receive(unless: { false }) else {
      Issue.record("the session did not report that all pictures are lent")
      return
    }
    var looks = 0
    let output = try session.receive {
      looks += 1
      return looks > 20
    }
    guard case .cancelled = output else {
      Issue.record("the session returned an unexpected picture")
      return
    }
    held.removeFirst()
    guard case .picture(let picture) = try session.receive(unless: { false }) else {
      Issue.record("the returned picture is not reused")
      return
    }
    #expect(picture.token == 7)
  }

  @Test("After a seek, the packets of the new position are decoded, even after the end")
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
    "A device's errors are reported in bounded time",
    arguments: [
      (.brokenRead, "/dev/video9: DQBUF: Input/output error (EIO)"),
      (.lostDrain, "/dev/video9: accepts packets but returns no frames"),
      (.endlessChange, "/dev/video9: accepts packets but returns no frames"),
      (.noLayout, "/dev/video9: G_FMT: Invalid argument (EINVAL)"),
      (.smallMemory, "/dev/video9: reports frames outside its memory"),
      (.memory(3), "out of memory for frames"),
      (.fewer(3), "has at most 3 buffers"), (.mute, "accepts packets but returns no frames"),
      (.stopping, "/dev/video9: stopped returning complete frames"),
    ] as [(FakeDecoder.Fault, String)])
  func faults(fault: FakeDecoder.Fault, message: String) throws {
    let decoder = FakeDecoder()
    decoder.faults = [fault]
    let session = try session(decoder)
    let start = decoder.clock.value
    let error = #expect(throws: VideoDeviceError.self) {
      try play([0, 0, 1, 1], session)
      _ = try end(session)
    }
    #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "none")")
    #expect(decoder.clock.value - start < .seconds(5))
  }

  @Test(
    "A device that returns no frames, or no complete ones, is reported soon",
    arguments: [
      (.swallowing(0), false), (.swallowing(3), true), (.damagedBehind(0), false),
      (.damagedBehind(3), true),
    ] as [(FakeDecoder.Fault, Bool)])
  func stallError(fault: FakeDecoder.Fault, isPassing: Bool) throws {
    let decoder = FakeDecoder()
    decoder.faults = [fault]
    let session = try session(decoder)
    let error = #expect(throws: VideoDeviceError.self) {
      try play(Array(repeating: 0, count: 100), session)
    }
    // If it returned frames before, the stream may be at fault.
    #expect(error?.isPassing == isPassing && error?.isShortage == false)
  }

  @Test("A damaged frame costs none of the later ones, even at the end")
  func damage() throws {
    for damaged in 0..<5 {
      let decoder = FakeDecoder()
      decoder.faults = [.damaged(damaged)]
      let session = try session(decoder)
      for token in 0..<5 {
        _ = try [UInt8(0)].withUnsafeBytes {
          try session.send($0, token: UInt64(token), isKey: true)
        }
      }
      #expect(try end(session) == (0..<5).filter { $0 != damaged }.map(UInt64.init))
    }
  }

  @Test("A seek during a size change or with frames on screen loses no frames")
  func seeksAmidst() throws {
    for faults in [[], [.forgetful]] as [Set<FakeDecoder.Fault>] {
      let decoder = FakeDecoder()
      decoder.faults = faults
      let session = try session(decoder)
      var held: [DevicePicture] = []
      for token in 0..<3 {
        _ = try [UInt8(0)].withUnsafeBytes {
          try session.send($0, token: UInt64(token), isKey: true)
        }
        while let picture = try next(session) { held.append(picture) }
      }
      #expect(held.count == 3)
      // By now the device has detected the change, and the session has not.
      _ = try [UInt8(1)].withUnsafeBytes { try session.send($0, token: 3, isKey: true) }
      try session.flush()
      #expect(try play([0, 0, 1, 1], session, from: 10).map(\.token) == [10, 11, 12, 13])
      try session.flush()
      let kinds = [UInt8](repeating: 1, count: 20)
      let seen = try play(kinds, session, from: 20).map(\.token)
      #expect(try seen + end(session) == Array(20..<40))
      try session.flush()
      #expect(try play(kinds, session, from: 40).map(\.token) == Array(40..<60))
      held = []
    }
  }

  @Test("A device that drops its buffers on a seek gets new ones; frames on screen stay")
  func forgetful() throws {
    let decoder = FakeDecoder()
    decoder.faults = [.forgetful]
    let session = try session(decoder)
    var held: [DevicePicture] = []
    for token in 0..<5 {
      _ = try [UInt8(0)].withUnsafeBytes { try session.send($0, token: UInt64(token), isKey: true) }
      while let picture = try next(session) { held.append(picture) }
    }
    #expect(held.count == 5 && decoder.made == [6])
    try session.flush()
    // More than fit into the one free buffer.
    var seen: [DevicePicture] = []
    for token in 10..<14 {
      _ = try [UInt8(0)].withUnsafeBytes { try session.send($0, token: UInt64(token), isKey: true) }
      while let picture = try next(session) { seen.append(picture) }
    }
    #expect(seen.map(\.token) == [10, 11, 12, 13])
    #expect(decoder.made == [6, 0, 6])
  }

  @Test("A device is stopped only once it has read its packets")
  func hasty() throws {
    let decoder = FakeDecoder()
    decoder.faults = [.hasty]
    let session = try session(decoder)
    var held: [DevicePicture] = []
    // With every frame lent, the device reads no further.
    for token in 0..<9 {
      _ = try [UInt8(0)].withUnsafeBytes { try session.send($0, token: UInt64(token), isKey: true) }
      while held.count < 6, let picture = try next(session) { held.append(picture) }
    }
    #expect(held.map(\.token) == Array(0..<6))
    try session.finish()
    held = []
    var seen: [UInt64] = []
    while let picture = try next(session) { seen.append(picture.token) }
    #expect(seen == [6, 7, 8])
  }

  @Test("A run that ends during a size change is complete")
  func changingEnd() throws {
    let session = try session(FakeDecoder())
    #expect(try play([0, 0], session).map(\.token) == [1, 2])
    for token in [3, 4] as [UInt64] {
      _ = try [UInt8(1)].withUnsafeBytes { try session.send($0, token: token, isKey: true) }
    }
    #expect(try end(session) == [3, 4])
    guard case .ended = try session.receive(unless: { false }) else {
      Issue.record("the session has not ended")
      return
    }
  }

  @Test("A driver that would trust the container's size does not receive it")
  func sizeless() throws {
    let decoder = FakeDecoder()
    _ = try session(decoder)
    #expect(decoder.reportedSize == PixelSize(640, 480))
    decoder.faults = [.sizeless]
    _ = try session(decoder)
    #expect(decoder.reportedSize == PixelSize(0, 0))
  }

  @Test("Driver quirks are recognised by driver name")
  func quirks() {
    let meson = DecoderQuirks(driver: "meson-vdec")
    #expect(meson.forgetsAtSeek && meson.stopsAtOnce && meson.excludedCodecs == [.mpeg2])
    #expect(DecoderQuirks(driver: "wave5-dec").forgetsAtEnd)
    #expect(DecoderQuirks(driver: "bcm2835-codec").trustsSetSize)
    #expect(DecoderQuirks(driver: "vicodec") == DecoderQuirks())
  }

  @Test("A device is not blamed for packets before the first key frame")
  func middle() throws {
    let decoder = FakeDecoder()
    decoder.faults = [.swallowing(0)]
    let session = try session(decoder)
    for token in 0..<200 {
      _ = try [UInt8(0)].withUnsafeBytes {
        try session.send($0, token: UInt64(token), isKey: false)
      }
      #expect(try next(session) == nil)
    }
    decoder.faults = []
    #expect(try play([0, 0], session, from: 300).map(\.token) == [300, 301])
  }

  @Test("A stream without a key frame eventually fails")
  func keyless() throws {
    let decoder = FakeDecoder()
    decoder.faults = [.swallowing(0)]
    let session = try session(decoder)
    #expect(throws: VideoDeviceError.silent(path: "/dev/video9")) {
      for token in 0..<1000 {
        _ = try [UInt8(0)].withUnsafeBytes {
          try session.send($0, token: UInt64(token), isKey: false)
        }
        _ = try next(session)
      }
    }
  }

  @Test("Before memory is replaced, the owner is notified and releases it")
  func change() throws {
    let decoder = FakeDecoder()
    let session = try session(decoder)
    _ = try play([0, 0], session)
    _ = try [UInt8(1)].withUnsafeBytes { try session.send($0, token: 3, isKey: true) }
    let before = decoder.made
    guard case .changing = try session.receive(unless: { false }) else {
      Issue.record("the owner was not notified")
      return
    }
    #expect(decoder.made == before)
    #expect(try next(session)?.token == 3)
    #expect(decoder.made == before + [0, 6])
  }

  @Test("A missing session or missing memory is reported as a shortage")
  func shortage() throws {
    let decoder = FakeDecoder()
    decoder.faults = [.busy]
    let error = #expect(throws: VideoDeviceError.self) { try session(decoder) }
    #expect(error?.isShortage == true)
  }

  @Test("If memory is short, fewer buffers are used")
  func shrinks() throws {
    let decoder = FakeDecoder()
    decoder.faults = [.memory(5)]
    let session = try session(decoder, lent: 8)
    #expect(try play([0, 0, 0], session).count == 3)
    #expect(decoder.made == [5])
  }

  @Test("A packet larger than the input buffer is refused")
  func large() throws {
    let decoder = FakeDecoder()
    decoder.room = 1000
    let session = try session(decoder)
    #expect(throws: VideoDeviceError.packetTooLarge(1001, room: 1000)) {
      try [UInt8](repeating: 0, count: 1001).withUnsafeBytes {
        _ = try session.send($0, token: 1, isKey: true)
      }
    }
  }

  @Test("A decoder without a format that the display supports is abandoned")
  func formats() throws {
    let decoder = FakeDecoder()
    decoder.formats = [UInt32(fourCharacters: "MT21")]
    let session = try session(decoder)
    #expect(throws: VideoDeviceError.noPictureFormat(path: "/dev/video9")) {
      try play([0], session)
    }
  }
}
