import CVitrineCrypto
import Glibc

/// The end of a certificate's validity.
package enum CertificateEnd {
  /// Reads the first certificate of a PEM file; returns seconds since 1970, or nil if there is none (C:
  /// `X509_get0_notAfter`).
  package static func of(_ path: String) -> Double? {
    guard let file = unsafe BIO_new_file(path, "r") else { return nil }
    defer { unsafe BIO_free(file) }
    guard let certificate = unsafe PEM_read_bio_X509(file, nil, nil, nil) else { return nil }
    defer { unsafe X509_free(certificate) }
    var parts = unsafe tm()
    guard unsafe ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) == 1 else { return nil }
    return unsafe Double(timegm(&parts))
  }
}
