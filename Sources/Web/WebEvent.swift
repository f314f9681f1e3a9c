/// The server's log events. Reported on its thread.
package enum WebEvent: Hashable, Sendable, CustomStringConvertible {
  case listening(address: String, isEncrypted: Bool)
  /// A client has changed something: who, what, and whether it succeeded.
  case changed(by: String, what: String, isDone: Bool)
  /// A client has sent a wrong secret.
  case refused(address: String, why: String)
  case paired(name: String, address: String)
  case failed(String)

  package var isWarning: Bool {
    switch self {
    case .listening, .changed, .paired: false
    case .refused, .failed: true
    }
  }

  package var description: String {
    switch self {
    case .listening(let address, let isEncrypted):
      "web: \(isEncrypted ? "https" : "http")://\(address)/"
    case .changed(let who, let what, let isDone):
      "web: \(who): \(what)\(isDone ? "" : ": refused")"
    case .refused(let address, let why): "web: \(address): \(why)"
    case .paired(let name, let address): "web: paired \(address) as \(name)"
    case .failed(let what): "web: \(what)"
    }
  }
}

/// Why the server cannot listen.
package enum WebError: Error, Hashable, Sendable, CustomStringConvertible {
  case address(String)
  case failed(address: String, String)

  package var description: String {
    switch self {
    case .address(let text):
      "invalid address \"\(text)\": expected 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080"
    case .failed(let address, let why): "cannot listen on \(address): \(why)"
    }
  }
}
