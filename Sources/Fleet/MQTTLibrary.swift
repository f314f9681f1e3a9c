internal import CVitrineMosquitto

/// libmosquitto, which is loaded when a player joins a fleet.
package struct MQTTLibrary: Sendable {
  let functions: vitrine_mosquitto

  /// Loads the library; throws if it is missing.
  package init() throws(FleetError) {
    guard let functions = Self.loaded else {
      throw FleetError(
        "needs \(unsafe String(cString: vitrine_mosquitto_library())), which is not installed; "
          + "run: apt-get install libmosquitto1")
    }
    self.functions = functions
  }

  private static let loaded: vitrine_mosquitto? = {
    var functions = vitrine_mosquitto()
    return unsafe vitrine_load_mosquitto(&functions) == 0 ? nil : functions
  }()
}

/// Why a player cannot join its fleet.
package struct FleetError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether another attempt would end in the same way.
  package let isFinal: Bool

  package init(_ description: String, isFinal: Bool = false) {
    (self.description, self.isFinal) = (description, isFinal)
  }
}

/// The versions of MQTT that brokers speak.
package enum MQTTVersion: String, Hashable, Sendable {
  case five = "MQTT 5"
  case three = "MQTT 3.1.1"

  var other: MQTTVersion { self == .five ? .three : .five }
}

/// The credentials for a broker.
package struct BrokerCredentials: Hashable, Sendable {
  package var user: String?
  package var password: String?
  /// Paths of PEM files: the trusted authorities (default: those of the system), a client certificate and its key.
  package var authorities: String?
  package var certificate: String?
  package var key: String?

  package init() {}
}
