import VitrineLinux

/// One of the folders that systemd makes for a unit; of several, the first is ours.
public func systemdFolder(_ name: String) -> String? {
  ProcessEnvironment.value(name)?.split(separator: ":").first.map(String.init)
}
