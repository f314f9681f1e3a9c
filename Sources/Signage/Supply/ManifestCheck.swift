import VitrineContent
import VitrineCryptography

/// Which manifests are believed: signed as they have to be, not older than what was taken, not expired. A value.
struct ManifestCheck {
  /// Who has to have signed them; nil believes any, of any number.
  let key: VerifyingKey?
  /// The highest number so far.
  let accepted: Int64?
  /// In seconds since 1970; nil while the machine's clock is not to be believed: nothing has expired then.
  let now: Int64?

  func believe(_ bytes: [UInt8], _ signature: [UInt8]?) throws(SupplyError) -> SetManifest {
    if let key {
      guard let signature else { throw .unsigned(.missing) }
      do throws(SignatureError) { try key.check(signature, of: bytes) } catch {
        throw .unsigned(error)
      }
    }
    let manifest: SetManifest
    do throws(SetError) { manifest = try SetManifest(json: bytes) } catch { throw .store(error) }
    if key != nil, let accepted, manifest.number < accepted {
      throw .old(number: manifest.number, accepted: accepted)
    }
    if let expiry = manifest.expiry, let now, now >= expiry { throw .expired }
    return manifest
  }
}
