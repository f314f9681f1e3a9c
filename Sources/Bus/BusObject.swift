/// An object at a path: interprets calls by its description, and answers introspection and property
/// reads itself. A value type.
package struct BusObject: Sendable {
  package let interfaces: [BusInterface]

  /// The meaning of a call.
  package enum Meaning: Hashable, Sendable {
    case answered(BusReply)
    /// A known method with arguments of the right types.
    case method(interface: String, name: String, [BusValue])
    /// A writable property and a value of its type.
    case change(interface: String, property: String, BusValue)
  }

  package init(_ interfaces: [BusInterface]) { self.interfaces = interfaces }

  /// `properties` returns the current values of an interface.
  package func meaning(
    of call: BusCall, properties: (_ interface: String) -> [String: BusValue]
  ) -> Meaning {
    let all = interfaces + [.introspectable, .ofProperties]
    let known = call.interface.map { name in all.filter { $0.name == name } } ?? all
    guard !known.isEmpty else {
      return Self.refused(BusRefusal.unknownInterface, "unknown interface")
    }
    for interface in known {
      guard let method = interface.methods.first(where: { $0.name == call.member }) else {
        continue
      }
      let wanted = method.inputs.map(\.signature).joined()
      guard call.arguments.signature == wanted else {
        let words = wanted.isEmpty ? "nothing" : wanted
        return Self.refused(BusRefusal.invalidArguments, "\(method.name) expects \(words)")
      }
      switch interface.name {
      case BusInterface.introspectable.name:
        return .answered(.success([.string(BusInterface.xml(interfaces))]))
      case BusInterface.ofProperties.name:
        return access(method.name, call.arguments, properties)
      default: return .method(interface: interface.name, name: method.name, call.arguments)
      }
    }
    return Self.refused(BusRefusal.unknownMethod, "unknown method")
  }

  /// The signal for changed properties.
  package static func changed(
    _ properties: [String: BusValue], invalidated: [String] = [], of interface: String,
    at path: String
  ) -> BusSignal {
    BusSignal(
      path, BusInterface.ofProperties.name, "PropertiesChanged",
      [.string(interface), .properties(properties), .strings(invalidated)])
  }

  /// Handles org.freedesktop.DBus.Properties; the argument types have been checked.
  private func access(
    _ method: String, _ arguments: [BusValue], _ properties: (String) -> [String: BusValue]
  ) -> Meaning {
    let owner = arguments.first?.text ?? ""
    guard let interface = interfaces.first(where: { $0.name == owner }) else {
      return Self.refused(BusRefusal.unknownInterface, "unknown interface")
    }
    if method == "GetAll" { return .answered(.success([.properties(properties(owner))])) }
    guard let name = arguments[1].text,
      let property = interface.properties.first(where: { $0.name == name })
    else { return Self.refused(BusRefusal.unknownProperty, "unknown property") }
    if method == "Get" {
      guard let value = properties(owner)[name] else {
        return Self.refused(BusRefusal.failed, "the property has no value now")
      }
      return .answered(.success([.variant(value)]))
    }
    guard property.isWritable else {
      return Self.refused(BusRefusal.readOnly, "\(name) is read-only")
    }
    guard case .variant(let value) = arguments[2], value.signature == property.signature else {
      return Self.refused(
        BusRefusal.invalidArguments, "\(name) must have the type \(property.signature)")
    }
    return .change(interface: owner, property: name, value)
  }

  private static func refused(_ name: String, _ text: String) -> Meaning {
    .answered(.failure(BusRefusal(name, text)))
  }
}
