import VitrineCryptography

extension Digest {
  /// Under which the whole version is kept that an address gave before, until all of the one that it
  /// gives now is there.
  var ofPrevious: Digest { Digest(of: bytes + Array("previous".utf8)) }
}
