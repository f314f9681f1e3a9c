internal import VitrineLinux
package import VitrineSchedules

/// The time zones of the machine.
package enum ZoneFiles {
  /// Why a time zone cannot be used.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// The clock of the named time zone; for nil, of the machine's.
  package static func clock(named name: String?) throws(Failure) -> WallClock {
    guard let name else { return ClockReading.now().clock }
    return try rules(named: name).clock
  }

  /// The rules of the named zone.
  package static func rules(named name: String) throws(Failure) -> ZoneRules {
    guard !name.contains(".."), !name.hasPrefix("/"), name.utf8.count < 100 else {
      throw Failure("invalid time zone \"\(name)\": expected, for example, Europe/Berlin")
    }
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileDescriptor(reading: "/usr/share/zoneinfo/" + name).bytes(most: 1 << 20)
    } catch {
      throw Failure("unknown time zone \"\(name)\" (\(error)); is the package tzdata installed?")
    }
    do throws(ZoneRules.Fault) { return try ZoneRules(tzif: bytes) } catch {
      throw Failure("\(name): \(error.cause)")
    }
  }
}
