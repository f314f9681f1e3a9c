package import VitrineControl
package import VitrineStage

/// Access to the template of the zones for remote clients. The functions may be called from any thread and do not
/// block; they call back once, on another thread.
package protocol RemoteTemplate: Sendable {
  func read(_ done: @escaping @Sendable (Result<EditedTemplate, Refusal>) -> Void)
  /// Saves all changes or none. `revision` is that of the text that the client has seen.
  func change(
    _ changes: [TemplateChange], of revision: String,
    _ done: @escaping @Sendable (Result<EditedTemplate, TemplateRefusal>) -> Void)
  /// Saves the text before the latest change again.
  func undo(
    _ revision: String,
    _ done: @escaping @Sendable (Result<EditedTemplate, TemplateRefusal>) -> Void)
  /// Draws the zones as they are saved, with a grey area for the film.
  func draw(width: Int, _ done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void)
}

/// A template at one moment.
package struct EditedTemplate: Hashable, Sendable {
  /// As in the configuration.
  package let name: String
  /// The file that changes are saved to.
  package let path: String
  /// Differs for different texts.
  package let revision: String
  package let text: String
  package let outline: TemplateOutline
  /// The size of the upright display in pixels.
  package let width, height: Int
  package var canUndo = false
  /// Why changes cannot be saved, and the cure; nil if they can.
  package var obstacle: String?
  /// The names of the pictures in the data folder.
  package var images: [String] = []
  /// The names of the tables in the data folder, with the columns of those in use.
  package var tables: [String: [String]] = [:]
  /// Why data or pictures of the template cannot be shown.
  package var faults: [String] = []

  package init(
    _ name: String, path: String, revision: String, text: String, _ outline: TemplateOutline,
    width: Int, height: Int
  ) {
    (self.name, self.path, self.revision, self.text) = (name, path, revision, text)
    (self.outline, self.width, self.height) = (outline, width, height)
  }
}

/// Why a change of the template is not saved.
package enum TemplateRefusal: Error, Hashable, Sendable {
  /// The file has changed since the client read it.
  case outdated
  case invalid(TemplateChangeFailure)
  case refused(Refusal)
}
