import Testing

@testable import VitrineOperations

@Suite("Entries in the journal")
struct JournalEntryTests {
  @Test("An entry has the text, the priority, the program and its fields")
  func assignments() {
    let entry = JournalEntry(
      "a.mp4: gone", priority: 3, fields: [("MESSAGE_ID", "0f"), ("A", "b=c")])
    #expect(
      entry.assignments == [
        "MESSAGE=a.mp4: gone", "PRIORITY=3", "SYSLOG_IDENTIFIER=vitrine", "MESSAGE_ID=0f", "A=b=c",
      ])
  }
}
