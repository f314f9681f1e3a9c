/// The release of Vitrine that this program was built with.
package enum Release {
  package static let version = "0.1.0"
}
