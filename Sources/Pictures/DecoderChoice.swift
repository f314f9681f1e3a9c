/// Chooses what decodes a track, and says why. A value.
///
/// A device that failed at a kind of stream is not asked for such again, until the process ends: the next
/// item would only begin later.
public struct DecoderChoice: Hashable, Sendable {
  /// A decoder that this machine has.
  public struct Device: Hashable, Sendable {
    public var path: String
    /// The kernel driver's name.
    public var driver: String
    /// FFmpeg's names.
    public var codecs: Set<String>

    public init(path: String, driver: String, codecs: Set<String>) {
      (self.path, self.driver, self.codecs) = (path, driver, codecs)
    }
  }

  /// What is to be decoded.
  public struct Stream: Hashable, Sendable {
    /// FFmpeg's name.
    public var codec: String
    public var size: PixelSize
    /// Of a sample.
    public var bits: Int
    /// Whether the processor decodes it, too.
    public var isForProcessor: Bool

    public init(codec: String, size: PixelSize, bits: Int = 8, isForProcessor: Bool = true) {
      (self.codec, self.size, self.bits) = (codec, size, bits)
      self.isForProcessor = isForProcessor
    }
  }

  /// How a display shows a device's own pictures.
  public enum Showing: Hashable, Sendable {
    case asTheyAre
    /// The processor reads them, and converts them on their way.
    case converted(because: String)
    /// Such a film is not given to a device.
    case never(because: String)
  }

  /// How the processor reads a device's memory, where that is not as fast as it reads its own.
  public enum Reading: Hashable, Sendable { case slow, impossible }

  public enum Decision: Hashable, Sendable {
    case device(Device)
    /// A device decodes, and the processor converts its pictures.
    case converting(Device, because: String)
    case software(because: String)

    public var device: Device? {
      switch self {
      case .device(let device), .converting(let device, _): device
      case .software: nil
      }
    }

    /// For people: which it is, and why it is not another one.
    public var text: String {
      switch self {
      case .device(let device): "\(device.driver) (\(device.path))"
      case .converting(let device, let reason):
        "\(device.driver) (\(device.path)), converted by the processor: \(reason)"
      case .software(let reason): "software: \(reason)"
      }
    }
  }

  private struct Kind: Hashable, Sendable {
    let path: String
    let driver: String
    let stream: Stream

    init(_ device: Device, _ stream: Stream) {
      (path, driver, self.stream) = (device.path, device.driver, stream)
    }
  }

  public var wish: DecoderWish
  /// Of this board.
  private let known: [KnownDecoder]
  private var failures: [Kind: String] = [:]
  private var readings: [Device: Reading] = [:]
  /// Seen to be slow to read once: a busy machine may have been the cause.
  private var suspects: Set<Device> = []
  /// A list that names ever other sizes must not fill the memory.
  private static let most = 256

  public init(_ wish: DecoderWish = .automatic, known: [KnownDecoder] = []) {
    (self.wish, self.known) = (wish, known)
  }

  /// Decides by the first of these that holds: a device whose pictures are shown as they are; one whose
  /// pictures the processor converts; the processor. `showing` is asked only where a device would decode.
  public func decide(
    _ stream: Stream, among devices: [Device], showing: () -> Showing
  ) -> Decision {
    if wish == .software { return .software(because: "as configured") }
    if devices.isEmpty { return .software(because: "this machine has no decoder") }
    let able = devices.filter { $0.codecs.contains(stream.codec) }
    guard !able.isEmpty else {
      return .software(because: "no decoder of this machine has \(stream.codec)")
    }
    var wanted = able
    if case .named(let name) = wish {
      wanted = able.filter { $0.driver == name || $0.path == name }
      if wanted.isEmpty {
        return .software(because: "\(name) is not here, or does not have \(stream.codec)")
      }
    }
    guard let device = wanted.first(where: { objection(to: $0, at: stream) == nil }) else {
      let reason = wanted.lazy.compactMap { objection(to: $0, at: stream) }.first
      return .software(because: reason ?? "it failed before")
    }
    switch showing() {
    case .asTheyAre: return .device(device)
    case .never(let reason): return .software(because: reason)
    case .converted(let reason):
      guard let reading = readings[device], reading.isInTheWay(of: stream) else {
        return .converting(device, because: reason)
      }
      return .software(because: "\(reason), and \(reading.reason)")
    }
  }

  /// How the processor reads a device's memory: seen as it reads the first picture of a run. That it is slow
  /// is measured, and counts from the second time on.
  public mutating func note(_ reading: Reading, of device: Device) {
    if readings.count >= Self.most { readings = [:] }
    if suspects.count >= Self.most { suspects = [] }
    if reading == .slow, suspects.insert(device).inserted { return }
    readings[device] = reading
  }

  /// Why a device is not asked; nil where nothing is known against it.
  private func objection(to device: Device, at stream: Stream) -> String? {
    if let reason = failures[Kind(device, stream)] { return reason }
    let facts = known.filter { $0.driver == device.driver && $0.codecs.contains(stream.codec) }
    if facts.contains(where: \.isUnused) {
      return "\(device.driver) is not used for \(stream.codec) on this board"
    }
    if let bits = facts.compactMap(\.bits).max(), stream.bits > bits {
      return "\(device.driver) decodes \(stream.codec) of \(bits) bits, and this has \(stream.bits)"
    }
    guard let largest = facts.last?.largest, facts.allSatisfy({ $0.isTooSmall(for: stream.size) })
    else { return nil }
    return "\(device.driver) decodes \(stream.codec) up to \(largest), and this is \(stream.size)"
  }

  /// True where that was not known.
  public mutating func noteFailure(
    of device: Device, at stream: Stream, because reason: String
  ) -> Bool {
    if failures.count >= Self.most { failures = [:] }
    return failures.updateValue(reason, forKey: Kind(device, stream)) == nil
  }
}

extension DecoderChoice.Reading {
  /// What the processor decodes itself it also converts, from memory of its own. So a device serves where
  /// reading its memory costs no more than that.
  public func isInTheWay(of stream: DecoderChoice.Stream) -> Bool {
    self == .impossible || stream.isForProcessor
  }

  public var reason: String {
    switch self {
    case .slow: "the processor reads the device's memory slowly"
    case .impossible: "only devices can read the device's memory"
    }
  }
}
