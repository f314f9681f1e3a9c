/// The description of a D-Bus interface: methods, properties and signals. A value type.
package struct BusInterface: Hashable, Sendable {
  package struct Argument: Hashable, Sendable {
    package let name: String
    package let signature: String

    package init(_ name: String, _ signature: String) {
      self.name = name
      self.signature = signature
    }
  }

  package struct Method: Hashable, Sendable {
    package let name: String
    package let inputs: [Argument]
    package let outputs: [Argument]

    package init(_ name: String, inputs: [Argument] = [], outputs: [Argument] = []) {
      self.name = name
      self.inputs = inputs
      self.outputs = outputs
    }
  }

  package struct Property: Hashable, Sendable {
    package let name: String
    package let signature: String
    package let isWritable: Bool
    /// Whether PropertiesChanged reports it.
    package let emitsChangedSignal: Bool

    package init(
      _ name: String, _ signature: String, isWritable: Bool = false, emitsChangedSignal: Bool = true
    ) {
      self.name = name
      self.signature = signature
      self.isWritable = isWritable
      self.emitsChangedSignal = emitsChangedSignal
    }
  }

  package struct Signal: Hashable, Sendable {
    package let name: String
    package let arguments: [Argument]

    package init(_ name: String, arguments: [Argument]) {
      self.name = name
      self.arguments = arguments
    }
  }

  package let name: String
  package var methods: [Method] = []
  package var properties: [Property] = []
  package var signals: [Signal] = []

  package init(_ name: String) { self.name = name }
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
