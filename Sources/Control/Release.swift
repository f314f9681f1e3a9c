/// The release of Vitrine that this program was built with.
public enum Release {
  public static let version = "0.1.0"
}
