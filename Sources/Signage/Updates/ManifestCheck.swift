import VitrineContent
import VitrineCryptography

/// The acceptance rules for manifests: signature, number and expiry.
struct ManifestCheck {
  /// The key that must have signed the manifest; nil accepts any manifest with any number.
  let key: VerifyingKey?
  /// The highest number accepted so far.
  let accepted: Int64?
  /// Seconds since 1970; nil while the machine's clock is untrusted. Then manifests do not expire.
  let now: Int64?

  func verify(_ bytes: [UInt8], _ signature: [UInt8]?) throws(ContentUpdateError) -> ReleaseManifest
  {
    if let key {
      guard let signature else { throw .unsigned(.missing) }
      do throws(SignatureError) { try key.check(signature, of: bytes) } catch {
        throw .unsigned(error)
      }
    }
    let manifest: ReleaseManifest
    do throws(ReleaseError) { manifest = try ReleaseManifest(json: bytes) } catch {
      throw .store(error)
    }
    if key != nil, let accepted, manifest.number < accepted {
      throw .outdated(number: manifest.number, accepted: accepted)
    }
    if let expiry = manifest.expiry, let now, now >= expiry { throw .expired }
    return manifest
  }
}
