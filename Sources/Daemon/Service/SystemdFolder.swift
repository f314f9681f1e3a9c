import VitrineLinux

/// Returns a folder that systemd makes for a unit; if there are several, the first.
public func systemdFolder(_ name: String) -> String? {
  ProcessEnvironment.value(name)?.split(separator: ":").first.map(String.init)
}
