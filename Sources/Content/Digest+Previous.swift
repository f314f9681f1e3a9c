import VitrineCryptography

extension Digest {
  /// The key of the complete previous version while the current one is incomplete.
  var ofPrevious: Digest { Digest(of: bytes + Array("previous".utf8)) }
}
