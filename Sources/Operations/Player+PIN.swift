package import VitrineEngine
import VitrineLinux
package import VitrineOverlay
import VitrineTiming

extension Player {
  /// Shows the PIN with which a phone pairs, above everything, for at most `lifetime`; nil removes
  /// it. `fingerprint` is that of the server's certificate. Returns false if the display has no
  /// interface.
  package func showPIN(
    _ pin: String?, for lifetime: Duration, _ wording: Wording, fingerprint: String?
  ) -> Bool {
    show(
      pin.map { pin in
        Notice(
          title: wording.pairing, digits: pin, detail: wording.pairingHow, small: fingerprint,
          until: .now() + lifetime)
      })
  }
}
