/// The files of the installed service's configuration.
public enum ServiceFiles {
  public static let configuration = "/etc/vitrine/vitrine.yaml"
  /// A folder of more files like it.
  public static let configurationFolder = "/etc/vitrine/conf.d"
  /// The folder of the configuration that was set over HTTP.
  public static let state = "/var/lib/vitrine"
}
