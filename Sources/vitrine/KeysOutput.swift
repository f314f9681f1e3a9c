import FoundationEssentials
import Glibc
import VitrineDaemon
import VitrineGestures
import VitrineInputDevices
import VitrineLinux
import VitrineTiming

/// The output of `vitrine keys`.
struct KeysOutput {
  let json: Bool
  let touch: Bool
  let log: Log
  var isOver = false
  private var devices: [String: String] = [:]
  /// The keys so far, each with its first device.
  private var seen: [(key: String, device: String)] = []
  private(set) var refusals: [Errno] = []
  private var hasDevices = false
  private let table = KeyTable()

  init(json: Bool, touch: Bool, log: Log) {
    self.json = json
    self.touch = touch
    self.log = log
  }

  /// The default action of a key; nil if it has none.
  private func action(of key: String) -> String? { table[key]?.rawValue }

  /// Whether no device was usable.
  var hasNoUsableDevice: Bool { !hasDevices && !refusals.isEmpty }

  mutating func show(_ event: InputEvent) {
    switch event {
    case .added(let device):
      devices[device.path] = device.name
      hasDevices = true
      report(InputLine(event: "added", time: .now(), device: device), "\(device.name): listening")
    case .removed(let device, let time):
      report(InputLine(event: "removed", time: time, device: device), "\(device.name): unplugged")
      devices[device.path] = nil
    case .refused(let path, let error):
      refusals.append(error)
      log.warning(error == .busy ? "\(path): another program has grabbed it" : "\(path): \(error)")
      var line = InputLine(event: "refused", time: .now(), path: path, name: nil)
      line.error = "\(error)"
      if json { line.print() }
    case .key(let key): show(key)
    case .touch(let frame): if touch { show(frame) }
    case .pointer, .code: break
    }
  }

  private mutating func show(_ key: KeyChange) {
    // The terminal's keyboard may be among the grabbed devices.
    if key.isDown, key.name == "KEY_Q" { isOver = true }
    let name = devices[key.device] ?? key.device
    if json {
      var line = InputLine(event: "key", time: key.time, path: key.device, name: name)
      (line.key, line.isDown, line.isCancelled) = (key.name, key.isDown, key.isCancelled)
      line.action = action(of: key.name)
      line.print()
    } else if key.isDown {
      if !seen.contains(where: { $0.key == key.name }) { seen.append((key.name, name)) }
      write("\(name): \(key.name)" + (action(of: key.name).map { "  \($0)" } ?? ""))
    }
  }

  private func show(_ frame: NormalizedTouchFrame) {
    guard json else {
      let places = frame.contacts.map { "\($0.id) at \(percent($0.x)), \(percent($0.y))" }
      return write("touch: " + (places.isEmpty ? "none" : places.joined(separator: "; ")))
    }
    var line = InputLine(
      event: "touch", time: frame.time, path: frame.device, name: devices[frame.device])
    line.contacts = frame.contacts.map { InputLine.Contact(id: $0.id, x: $0.x, y: $0.y) }
    line.isCancelled = frame.isCancelled
    line.print()
  }

  /// The lines for the configuration.
  func finish() {
    guard !json, !seen.isEmpty else { return }
    write("\nkeys:")
    for (key, device) in seen {
      write("  \(key): \(action(of: key) ?? "none")  # \(comment(device))")
    }
  }

  /// A device's name with only the characters that a YAML comment allows.
  private func comment(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      let isShown = scalar.isASCII && scalar != "\n" || scalar.properties.isAlphabetic
      return isShown ? String(scalar) : "?"
    }.joined()
  }

  private func report(_ line: InputLine, _ text: String) {
    if json { line.print() } else { log.info(text) }
  }

  private func percent(_ part: Double) -> String { "\(Int((part * 100).rounded()))%" }
}

/// One line of JSON.
private struct InputLine: Encodable {
  struct Contact: Encodable {
    let id: Int
    let x, y: Double
  }

  let event: String
  /// The monotonic time in seconds.
  let time: Double
  let path: String
  let name: String?
  var kind, key, action, error: String?
  var isDown, isCancelled: Bool?
  var contacts: [Contact]?

  init(event: String, time: HostTime, path: String, name: String?) {
    self.event = event
    self.time = Double(time.nanoseconds) / 1e9
    self.path = path
    self.name = name
  }

  init(event: String, time: HostTime, device: InputDeviceSummary) {
    self.init(event: event, time: time, path: device.path, name: device.name)
    kind = device.kind.rawValue
  }

  func print() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return }  // All of it can be encoded.
    write(String(decoding: data, as: UTF8.self))
  }
}

/// Prints and flushes a line. Replaces control characters, which device names may contain.
private func write(_ text: String) {
  let safe = text.unicodeScalars.map {
    $0.value < 32 && $0 != "\n" || $0.value == 127 ? "?" : String($0)
  }
  print(safe.joined())
  fflush(nil)
}
