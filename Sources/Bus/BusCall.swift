/// A method call, received or to be sent. A value type.
public struct BusCall: Hashable, Sendable {
  /// The bus name of the caller or of the callee.
  public let peer: String
  public let path: String
  /// Nil if the caller omits it, which D-Bus allows.
  public let interface: String?
  public let member: String
  public let arguments: [BusValue]

  public init(
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
public typealias BusReply = Result<[BusValue], BusRefusal>

/// A signal. A value type.
public struct BusSignal: Hashable, Sendable {
  public let path: String
  public let interface: String
  public let member: String
  public let arguments: [BusValue]

  public init(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) {
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }
}

/// Why a call failed: a D-Bus error name, and a message.
public struct BusRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  public let name: String
  public let text: String

  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
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
  /// No program owns the called name.
  static let notThere: Set<String> = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
  ]

  public static let tooLarge = BusRefusal(limitsExceeded, "the message is too large")
  public static let busy = BusRefusal(limitsExceeded, "too many requests in progress")
}
