internal import CVitrineExpat

/// The receiver of an XML file's elements, in order.
package protocol MarkupReader {
  /// Names of elements and attributes are prefixed with their namespace and a space, if they have
  /// one.
  mutating func begin(
    _ name: String, _ attributes: [String: String], line: Int
  ) throws(MarkupError)
  /// A part of the text in the innermost open element.
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>)
  mutating func end(line: Int) throws(MarkupError)
}

/// An error in an XML file.
package struct MarkupError: Error, Hashable, Sendable {
  package let line: Int
  package let cause: String

  package init(line: Int, cause: String) {
    self.line = line
    self.cause = cause
  }
}

/// A streaming XML parser. Not thread-safe and not `Sendable`.
///
/// Rejects document types: they can define entities, which expand a small file to a large one or
/// read other files, and no format that is read here needs them. Wraps
/// `XML_Parse`.
@safe
package final class MarkupElements {
  // C callbacks cannot be generic.
  private var reader: any MarkupReader
  private let parser: XML_Parser?
  private var depth = 0
  /// The reader's error, which ends parsing.
  private var fault: MarkupError?

  private var count = 0

  private static let deepest = 32
  /// Two and a half elements for each entry of the longest list.
  package static let most = 250_000

  /// Parses `bytes` until the first error. `lacksNamespaces` keeps names as written, including
  /// undeclared prefixes.
  package static func read<Reader: MarkupReader>(
    _ bytes: [UInt8], with reader: inout Reader, lacksNamespaces: Bool = false
  ) throws(MarkupError) {
    let elements = MarkupElements(reader, lacksNamespaces)
    defer { reader = elements.reader as? Reader ?? reader }
    try elements.read(bytes)
  }

  private init(_ reader: any MarkupReader, _ lacksNamespaces: Bool) {
    self.reader = reader
    let blank = XML_Char(UInt8(ascii: " "))
    unsafe parser = lacksNamespaces ? XML_ParserCreate(nil) : XML_ParserCreateNS(nil, blank)
  }

  deinit { unsafe XML_ParserFree(parser) }

  private func read(_ bytes: [UInt8]) throws(MarkupError) {
    guard let parser = unsafe parser else { throw MarkupError(line: 1, cause: "out of memory") }
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe setHandlers(parser)
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count), 1)
    }
    if let fault { throw fault }
    guard status != XML_STATUS_OK else { return }
    let cause = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
    throw MarkupError(line: line, cause: "not XML: \(cause ?? "out of memory")")
  }

  private func setHandlers(_ parser: XML_Parser) {
    unsafe XML_SetElementHandler(
      parser,
      { unsafe MarkupElements.of($0)?.begin($1, $2) },
      { data, _ in unsafe MarkupElements.of(data)?.end() })
    unsafe XML_SetCharacterDataHandler(parser) { unsafe MarkupElements.of($0)?.text($1, $2) }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      unsafe MarkupElements.of(data)?.stop(cause: "<!DOCTYPE is not supported; remove it")
    }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> MarkupElements? {
    unsafe data.map { unsafe Unmanaged<MarkupElements>.fromOpaque($0).takeUnretainedValue() }
  }

  private var line: Int { unsafe Int(clamping: vitrine_expat_line(parser)) }

  private func begin(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    // Expat may report more elements after it was stopped.
    guard fault == nil, let name = unsafe name else { return }
    depth += 1
    count += 1
    guard depth <= Self.deepest else { return stop(cause: "nested too deeply") }
    guard count <= Self.most else { return stop(cause: "too many elements") }
    let attributes = unsafe Self.dictionary(attributes)
    obey { () throws(MarkupError) in
      try unsafe reader.begin(String(cString: name), attributes, line: line)
    }
  }

  private func end() {
    guard fault == nil else { return }
    depth -= 1
    obey { () throws(MarkupError) in try reader.end(line: line) }
  }

  private func text(_ bytes: UnsafePointer<XML_Char>?, _ count: CInt) {
    guard fault == nil, let bytes = unsafe bytes else { return }
    unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      unsafe reader.text(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  private func obey(_ work: () throws(MarkupError) -> Void) {
    do throws(MarkupError) {
      try work()
    } catch {
      fault = error
      _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
  }

  private func stop(cause: String) {
    obey { () throws(MarkupError) in throw MarkupError(line: line, cause: cause) }
  }

  /// Converts Expat's array of alternating names and values, which ends with nil.
  private static func dictionary(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> [String: String] {
    guard var next = unsafe attributes else { return [:] }
    var found: [String: String] = [:]
    while let name = unsafe next[0], let value = unsafe next[1] {
      unsafe found[String(cString: name)] = unsafe String(cString: value)
      unsafe next += 2
    }
    return found
  }
}

extension [String: String] {
  /// The base of relative URLs in an element: `xml:base`.
  package var markupBase: String? { self["http://www.w3.org/XML/1998/namespace base"] }
}
