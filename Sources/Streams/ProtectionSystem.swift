/// DRM systems and the schemes that identify them in manifests.
package enum ProtectionSystem {
  /// Returns the product name of a system; nil for an unknown scheme.
  package static func name(of scheme: some StringProtocol) -> String? {
    let scheme = scheme.lowercased()
    return systems.first { scheme.hasSuffix($0.scheme) }?.name
  }

  /// Returns the error message for protected content. `systems` may contain duplicates.
  package static func refusal(_ systems: [String]) -> String {
    var names: [String] = []
    for name in systems where !names.contains(name) { names.append(name) }
    return "protected content is not supported (\(names.prefix(mostNames).joined(separator: ", ")))"
  }

  private static let mostNames = 6

  /// DASH identifies systems by UUID (https://dashif.org/identifiers/content_protection), HLS by
  /// `KEYFORMAT`.
  private static let systems: [(scheme: String, name: String)] = [
    ("edef8ba9-79d6-4ace-a3c8-27dcd51d21ed", "Widevine"), ("com.widevine", "Widevine"),
    ("9a04f079-9840-4286-ab92-e65be0885f95", "PlayReady"),
    ("com.microsoft.playready", "PlayReady"),
    ("94ce86fb-07ff-4f43-adb8-93d2fa968ca2", "FairPlay"),
    ("com.apple.streamingkeydelivery", "FairPlay"),
    ("f239e769-efa3-4850-9c16-a903c6932efb", "Adobe Primetime"),
    ("5e629af5-38da-4063-8977-97ffbd9902d4", "Marlin"),
    ("3d5e6d35-9b9a-41e8-b843-dd3c6e72c42c", "WisePlay"),
    ("e2719d58-a985-b3c9-781a-b030af78d30e", "ClearKey"),
    ("1077efec-c0b2-4d02-ace3-3c1e52e2fb4b", "ClearKey"), ("org.w3.clearkey", "ClearKey"),
    ("urn:mpeg:dash:sea:2012", "segment encryption"),
  ]
}
