/// A message for the log of the service, also as an effect of code that has no log.
package struct LogMessage: Hashable, Sendable {
  package let kind: MessageKind
  package let text: String
  /// The location of the item that it is about.
  package var item: String?
  /// The connector that it is about, if there are several outputs.
  package var output: String?

  package init(
    _ kind: MessageKind, _ text: String, item: String? = nil, output: String? = nil
  ) {
    (self.kind, self.text, self.item, self.output) = (kind, text, item, output)
  }

  /// The fields of the journal besides the text and the priority; see systemd.journal-fields(7).
  package var fields: [(name: String, value: String)] {
    let optional = [("VITRINE_ITEM", item), ("VITRINE_OUTPUT", output)]
    return [("MESSAGE_ID", kind.rawValue)]
      + optional.compactMap { name, value in value.map { (name, $0) } }
  }
}
