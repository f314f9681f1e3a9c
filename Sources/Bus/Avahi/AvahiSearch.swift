/// A service found by mDNS. Other machines choose its texts.
package struct FoundService: Hashable, Sendable {
  /// The visible name: `Lobby`.
  package let name: String
  /// `lobby.local`.
  package let host: String
  package let port: UInt16
  /// TXT records: RFC 6763, 6.
  package let records: [String: String]

  package init(_ name: String, host: String, port: UInt16, records: [String: String] = [:]) {
    self.name = name
    self.host = host
    self.port = port
    self.records = records
  }

  /// From the results of Avahi's ResolveService; nil if they are malformed.
  init?(resolved values: [BusValue]) {
    guard values.count >= 10, let name = values[2].text, let host = values[5].text, !host.isEmpty,
      let number = values[8].integer, let port = UInt16(exactly: number), port > 0
    else { return nil }
    self.init(name, host: host, port: port, records: Self.records(values[9]))
  }

  /// The first record of a name counts.
  private static func records(_ value: BusValue) -> [String: String] {
    let lines = (value.elements ?? []).compactMap { line -> String? in
      let bytes = (line.elements ?? []).compactMap { $0.integer.flatMap(UInt8.init(exactly:)) }
      return String(validating: bytes, as: UTF8.self)
    }
    let pairs = lines.compactMap { line -> (String, String)? in
      guard let mark = line.firstIndex(of: "="), mark != line.startIndex else { return nil }
      return (line[..<mark].lowercased(), String(line[line.index(after: mark)...]))
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// Decides how to search for services of a type: turns events into the next requests. A value type.
struct AvahiSearch {
  /// An event.
  enum Event: Hashable {
    /// A signal of the browser, by its member.
    case signal(String, [BusValue])
    /// The reply to a `resolve`; nil if it was refused.
    case resolved([BusValue]?)
    /// The request for a browser was refused.
    case refused(BusRefusal)
  }

  /// A request to Avahi, or the result.
  enum Action: Hashable {
    /// With the arguments of ResolveService.
    case resolve([BusValue])
    case end(Result<[FoundService], AvahiSearchError>)
  }

  /// The services resolved so far, by name.
  private(set) var found: [FoundService] = []
  private var names: Set<String> = []
  private var unresolved = 0
  private var isComplete = false

  /// The flag of a service on this machine (AVAHI_LOOKUP_RESULT_LOCAL).
  private static let local: Int64 = 8
  /// Any machine in the network can advertise services.
  private static let mostServices = 64

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .signal("ItemNew", let values): return resolve(values)
    case .signal("AllForNow", _): isComplete = true
    case .signal("Failure", let values):
      return [.end(.failure(.failed(values.first?.text ?? "Avahi cannot browse")))]
    case .signal: return []
    case .resolved(let values):
      unresolved = max(0, unresolved - 1)
      if let service = values.flatMap(FoundService.init(resolved:)) { found.append(service) }
    case .refused(let refusal):
      let isAbsent = BusRefusal.notThere.contains(refusal.name)
      return [.end(.failure(isAbsent ? .absent : .failed("\(refusal)")))]
    }
    return isComplete && unresolved == 0 ? [.end(.success(found))] : []
  }

  /// A service is announced once for each interface and protocol; the first announcement counts. The services of this
  /// machine are left out.
  private mutating func resolve(_ values: [BusValue]) -> [Action] {
    guard values.count >= 6, let name = values[2].text, let flags = values[5].integer,
      flags & Self.local == 0, names.count < Self.mostServices,
      names.insert(name).inserted
    else { return [] }
    unresolved += 1
    // Any protocol for the address; no flags.
    return [.resolve(Array(values[..<5]) + [.int32(-1), .uint32(0)])]
  }
}

/// Why no services were searched for.
package enum AvahiSearchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Avahi is not running.
  case absent
  case failed(String)

  package var description: String {
    switch self {
    case .absent: "Avahi is not running; install avahi-daemon"
    case .failed(let why): "cannot search the network: \(why)"
    }
  }
}
