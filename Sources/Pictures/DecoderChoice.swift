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

    public init(codec: String, size: PixelSize, bits: Int = 8) {
      (self.codec, self.size, self.bits) = (codec, size, bits)
    }
  }

  public enum Decision: Hashable, Sendable {
    case device(Device)
    case software(because: String)

    /// For people: which it is, and why it is not another one.
    public var text: String {
      switch self {
      case .device(let device): "\(device.driver) (\(device.path))"
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
  /// A list that names ever other sizes must not fill the memory.
  private static let most = 256

  public init(_ wish: DecoderWish = .automatic, known: [KnownDecoder] = []) {
    (self.wish, self.known) = (wish, known)
  }

  /// `refusal` is why the display does not show a decoder's own pictures of this kind, asked only where
  /// a device would decode them; nil where it does.
  public func decide(
    _ stream: Stream, among devices: [Device], refusal: () -> String?
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
    if let refusal = refusal() { return .software(because: refusal) }
    return .device(device)
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
