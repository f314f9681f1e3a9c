/// The files of the installed service's configuration.
package enum ServiceFiles {
  package static let configuration = "/etc/vitrine/vitrine.yaml"
  /// A folder of more files like it.
  package static let configurationFolder = "/etc/vitrine/conf.d"
  /// The folder of the configuration that was set over HTTP.
  package static let state = "/var/lib/vitrine"
}
