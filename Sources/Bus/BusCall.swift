/// A method call: one that came, or one to be made. A value.
public struct BusCall: Hashable, Sendable {
  /// The name of the other end: whom it came from, or is for.
  public let peer: String
  public let path: String
  /// Nil where the caller does not say; callers may.
  public let interface: String?
  public let member: String
  public let arguments: [BusValue]

  public init(
    _ peer: String, _ path: String, _ interface: String?, _ member: String,
    _ arguments: [BusValue] = []
  ) {
    (self.peer, self.path, self.interface) = (peer, path, interface)
    (self.member, self.arguments) = (member, arguments)
  }
}

/// What a call is answered with.
public typealias BusReply = Result<[BusValue], BusRefusal>

/// News that one end sends to all who listen. A value.
public struct BusSignal: Hashable, Sendable {
  public let path: String
  public let interface: String
  public let member: String
  public let arguments: [BusValue]

  public init(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) {
    (self.path, self.interface, self.member) = (path, interface, member)
    self.arguments = arguments
  }
}

/// Why a call is not done: D-Bus' name of an error, and a sentence for people.
public struct BusRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  public let name: String
  public let text: String

  public init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }

  public var description: String { text.isEmpty ? name : "\(text) (\(name))" }
}

extension BusRefusal {
  public static let failed = "org.freedesktop.DBus.Error.Failed"
  public static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
  public static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
  static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
  static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
  static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
  static let readOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
  /// No program has the name that was called.
  static let notThere: Set<String> = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
  ]

  public static let tooLarge = BusRefusal(limitsExceeded, "the message is too large")
  public static let busy = BusRefusal(limitsExceeded, "too much is under way already")
}
