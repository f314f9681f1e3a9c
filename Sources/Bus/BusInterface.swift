/// The description of a D-Bus interface: methods, properties and signals. A value type.
public struct BusInterface: Hashable, Sendable {
  public struct Argument: Hashable, Sendable {
    public let name: String
    public let signature: String

    public init(_ name: String, _ signature: String) {
      self.name = name
      self.signature = signature
    }
  }

  public struct Method: Hashable, Sendable {
    public let name: String
    public let inputs: [Argument]
    public let outputs: [Argument]

    public init(_ name: String, inputs: [Argument] = [], outputs: [Argument] = []) {
      self.name = name
      self.inputs = inputs
      self.outputs = outputs
    }
  }

  public struct Property: Hashable, Sendable {
    public let name: String
    public let signature: String
    public let isWritable: Bool
    /// Whether PropertiesChanged reports it.
    public let emitsChangedSignal: Bool

    public init(
      _ name: String, _ signature: String, isWritable: Bool = false, emitsChangedSignal: Bool = true
    ) {
      self.name = name
      self.signature = signature
      self.isWritable = isWritable
      self.emitsChangedSignal = emitsChangedSignal
    }
  }

  public struct Signal: Hashable, Sendable {
    public let name: String
    public let arguments: [Argument]

    public init(_ name: String, arguments: [Argument]) {
      self.name = name
      self.arguments = arguments
    }
  }

  public let name: String
  public var methods: [Method] = []
  public var properties: [Property] = []
  public var signals: [Signal] = []

  public init(_ name: String) { self.name = name }
}

extension BusInterface {
  /// The XML for org.freedesktop.DBus.Introspectable; D-Bus Specification, "Introspection Data
  /// Format".
  static func xml(_ interfaces: [BusInterface]) -> String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \((interfaces + [.introspectable, .ofProperties]).map(\.xml).joined(separator: "\n"))
    </node>

    """
  }

  private var xml: String {
    let methods = methods.map { method in
      Self.element(
        "method", method.name,
        method.inputs.map { Self.xml($0, #" direction="in""#) }
          + method.outputs.map { Self.xml($0, #" direction="out""#) })
    }
    let signals = signals.map { signal in
      Self.element("signal", signal.name, signal.arguments.map { Self.xml($0, "") })
    }
    let lines = [methods, signals, properties.map(Self.xml)].flatMap { $0 }
    return #" <interface name="\#(name)">"# + "\n" + lines.joined() + " </interface>"
  }

  private static func element(_ kind: String, _ name: String, _ arguments: [String]) -> String {
    arguments.isEmpty
      ? #"  <\#(kind) name="\#(name)"/>"# + "\n"
      : #"  <\#(kind) name="\#(name)">"# + "\n" + arguments.joined() + "  </\(kind)>\n"
  }

  private static func xml(_ argument: Argument, _ direction: String) -> String {
    #"   <arg type="\#(argument.signature)" name="\#(argument.name)"\#(direction)/>"# + "\n"
  }

  private static func xml(_ property: Property) -> String {
    let access = property.isWritable ? "readwrite" : "read"
    let start =
      #"  <property name="\#(property.name)" type="\#(property.signature)" access="\#(access)""#
    guard !property.emitsChangedSignal else { return start + "/>\n" }
    return start + ">\n"
      + #"   <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>"#
      + "\n  </property>\n"
  }
}

// Interfaces of every object.
extension BusInterface {
  static let introspectable: BusInterface = {
    var interface = BusInterface("org.freedesktop.DBus.Introspectable")
    interface.methods = [Method("Introspect", outputs: [Argument("xml", "s")])]
    return interface
  }()

  static let ofProperties: BusInterface = {
    var interface = BusInterface("org.freedesktop.DBus.Properties")
    let (owner, name) = (Argument("interface", "s"), Argument("name", "s"))
    interface.methods = [
      Method("Get", inputs: [owner, name], outputs: [Argument("value", "v")]),
      Method("GetAll", inputs: [owner], outputs: [Argument("values", "a{sv}")]),
      Method("Set", inputs: [owner, name, Argument("value", "v")]),
    ]
    interface.signals = [
      Signal(
        "PropertiesChanged",
        arguments: [owner, Argument("changed", "a{sv}"), Argument("invalidated", "as")])
    ]
    return interface
  }()
}
