/// Chooses the decoder of a track, with the reason.
///
/// A hardware decoder that failed with a kind of stream is not tried again for it by this process:
/// trying would only delay the next item.
package struct DecoderChoice: Hashable, Sendable {
  /// A hardware decoder of this machine.
  package struct Device: Hashable, Sendable {
    package var path: String
    /// The kernel driver's name.
    package var driver: String
    /// FFmpeg's names.
    package var codecs: Set<String>

    package init(path: String, driver: String, codecs: Set<String>) {
      self.path = path
      self.driver = driver
      self.codecs = codecs
    }
  }

  /// The properties of the stream to decode.
  package struct Stream: Hashable, Sendable {
    /// FFmpeg's name.
    package var codec: String
    package var size: PixelSize
    /// Per sample.
    package var bits: Int
    /// Whether there is also a software decoder.
    package var isForProcessor: Bool

    package init(codec: String, size: PixelSize, bits: Int = 8, isForProcessor: Bool = true) {
      self.codec = codec
      self.size = size
      self.bits = bits
      self.isForProcessor = isForProcessor
    }
  }

  /// How a display shows a hardware decoder's pictures.
  package enum DisplayPath: Hashable, Sendable {
    case direct
    /// The CPU reads and converts them.
    case converted(because: String)
    /// Such a video must not be decoded in hardware.
    case unsupported(because: String)
  }

  /// How the CPU reads a device's memory, if not as fast as its own.
  package enum Reading: Hashable, Sendable { case slow, impossible }

  package enum Decision: Hashable, Sendable {
    case device(Device)
    /// Hardware decodes, and the CPU converts the pictures.
    case converting(Device, because: String)
    case software(because: String)

    package var device: Device? {
      switch self {
      case .device(let device), .converting(let device, _): device
      case .software: nil
      }
    }

    /// The decision and its reason as text.
    package var text: String {
      switch self {
      case .device(let device): "\(device.driver) (\(device.path))"
      case .converting(let device, let reason):
        "\(device.driver) (\(device.path)), converted by the CPU: \(reason)"
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

  package var preference: DecoderPreference
  /// The facts about this board.
  private let known: [KnownDecoder]
  private var failures: [Kind: String] = [:]
  private var readings: [Device: Reading] = [:]
  /// Measured once to be slow to read: a busy machine may have been the cause.
  private var suspects: Set<Device> = []
  /// Limits the memory used by a list with ever new sizes.
  private static let most = 256

  package init(_ preference: DecoderPreference = .automatic, known: [KnownDecoder] = []) {
    self.preference = preference
    self.known = known
  }

  /// Chooses, in this order: a device whose pictures are shown unchanged; one whose pictures the
  /// processor converts; the software decoder. `displayPath` is called only if a device could decode
  /// the stream.
  package func decide(
    _ stream: Stream, among devices: [Device], displayPath: () -> DisplayPath
  ) -> Decision {
    if preference == .software { return .software(because: "as configured") }
    if devices.isEmpty { return .software(because: "this machine has no hardware decoder") }
    let able = devices.filter { $0.codecs.contains(stream.codec) }
    guard !able.isEmpty else {
      return .software(because: "no hardware decoder of this machine supports \(stream.codec)")
    }
    var wanted = able
    if case .named(let name) = preference {
      wanted = able.filter { $0.driver == name || $0.path == name }
      if wanted.isEmpty {
        return .software(because: "\(name) is missing or does not support \(stream.codec)")
      }
    }
    guard let device = wanted.first(where: { objection(to: $0, at: stream) == nil }) else {
      let reason = wanted.lazy.compactMap { objection(to: $0, at: stream) }.first
      return .software(because: reason ?? "an earlier attempt failed")
    }
    switch displayPath() {
    case .direct: return .device(device)
    case .unsupported(let reason): return .software(because: reason)
    case .converted(let reason):
      guard let reading = readings[device], reading.rulesOut(stream) else {
        return .converting(device, because: reason)
      }
      return .software(because: "\(reason), and \(reading.reason)")
    }
  }

  /// Records how the CPU reads a device's memory, as measured with the first picture of a
  /// run. A slow measurement counts only from the second one on.
  package mutating func record(_ reading: Reading, of device: Device) {
    if readings.count >= Self.most { readings = [:] }
    if suspects.count >= Self.most { suspects = [] }
    if reading == .slow, suspects.insert(device).inserted { return }
    readings[device] = reading
  }

  /// Why a device is not used; nil if there is no reason.
  private func objection(to device: Device, at stream: Stream) -> String? {
    if let reason = failures[Kind(device, stream)] { return reason }
    let facts = known.filter { $0.driver == device.driver && $0.codecs.contains(stream.codec) }
    if facts.contains(where: \.isUnused) {
      return "\(device.driver) is not used for \(stream.codec) on this board"
    }
    if let bits = facts.compactMap(\.bits).max(), stream.bits > bits {
      return
        "\(device.driver) supports \(bits)-bit \(stream.codec), but this video has \(stream.bits) bits"
    }
    guard let largest = facts.last?.largest, facts.allSatisfy({ $0.isTooSmall(for: stream.size) })
    else { return nil }
    return
      "\(device.driver) supports \(stream.codec) up to \(largest), but this video is \(stream.size)"
  }

  /// Records a failure; returns true if it was not known.
  package mutating func recordFailure(
    of device: Device, at stream: Stream, because reason: String
  ) -> Bool {
    if failures.count >= Self.most { failures = [:] }
    return failures.updateValue(reason, forKey: Kind(device, stream)) == nil
  }
}

extension DecoderChoice.Reading {
  /// The software decoder's pictures are also converted by the CPU, from its own memory. So a
  /// device is only useful if its memory is as fast to read.
  package func rulesOut(_ stream: DecoderChoice.Stream) -> Bool {
    self == .impossible || stream.isForProcessor
  }

  package var reason: String {
    switch self {
    case .slow: "the CPU reads the device's memory slowly"
    case .impossible: "only devices can read the device's memory"
    }
  }
}
