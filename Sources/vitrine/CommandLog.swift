import VitrineDaemon
import VitrinePlayback

// The messages of commands, which have no kind: their reader is the user who typed the command.
extension Log {
  func info(_ text: String) { print(text, .info) }
  func warning(_ text: String) { print(text, .warning) }
  func error(_ text: String) { print(text, .error) }
}
