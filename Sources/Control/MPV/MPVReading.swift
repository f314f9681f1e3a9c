/// The properties at one moment. Each is read once, however many clients observe it.
final class MPVReading {
  private let view: MPVView
  private var values: [String: MPVValue?] = [:]
  private var texts: [String: MPVValue?] = [:]

  init(_ view: MPVView) { self.view = view }

  /// Nil if the property is not available.
  func value(_ name: String) -> MPVValue? {
    if let known = values[name] { return known }
    let value = try? MPVAccess.get(name, view)
    values[name] = .some(value)
    return value
  }

  /// The same value as text.
  func text(_ name: String) -> MPVValue? {
    if let known = texts[name] { return known }
    let text = value(name).map { MPVValue.text($0.plainText) }
    texts[name] = .some(text)
    return text
  }
}
