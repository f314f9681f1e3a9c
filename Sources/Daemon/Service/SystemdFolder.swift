import Glibc

/// One of the folders that systemd makes for a unit; of several, the first is ours.
public func systemdFolder(_ name: String) -> String? {
  guard let given = getenv(name) else { return nil }
  return String(cString: given).split(separator: ":").first.map(String.init)
}
