/// Returns the base64 text of bytes (RFC 4648, section 4). Foundation has it too, but costs `vitrine-ctl` start-up time and
/// memory.
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let part = bytes[start...].prefix(3)
    let bits = part.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
    // Three bytes are four characters; missing bytes leave their characters out.
    for index in 0...part.count { text.append(alphabet[bits >> (18 - 6 * index) & 63]) }
  }
  text += Array(repeating: UInt8(ascii: "="), count: (3 - bytes.count % 3) % 3)
  return String(decoding: text, as: UTF8.self)
}
