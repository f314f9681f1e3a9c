/// A method call, received or to be sent. A value type.
package struct BusCall: Hashable, Sendable {
  /// The bus name of the caller or of the callee.
  package let peer: String
  package let path: String
  /// Nil if the caller omits it, which D-Bus allows.
  package let interface: String?
  package let member: String
  package let arguments: [BusValue]

  package init(
    _ peer: String, _ path: String, _ interface: String?, _ member: String,
    _ arguments: [BusValue] = []
  ) {
    self.peer = peer
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// The reply to a call.
package typealias BusReply = Result<[BusValue], BusRefusal>

/// A signal. A value type.
package struct BusSignal: Hashable, Sendable {
  package let path: String
  package let interface: String
  package let member: String
  package let arguments: [BusValue]

  package init(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// Why a call failed: a D-Bus error name, and a message.
package struct BusRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let name: String
  package let text: String

  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  package var description: String { text.isEmpty ? name : "\(text) (\(name))" }
}

extension BusRefusal {
  package static let failed = "org.freedesktop.DBus.Error.Failed"
  package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
  package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
  static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
  static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
  static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
  static let readOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
  /// No program owns the called name.
  static let notThere: Set<String> = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
  ]

  package static let tooLarge = BusRefusal(limitsExceeded, "the message is too large")
  package static let busy = BusRefusal(limitsExceeded, "too many requests in progress")
}
