internal import Glibc
internal import VitrineControl
internal import VitrineLinux

/// The file of a template that is edited.
struct TemplateStore {
  /// As in the configuration.
  let name: String
  /// The file in the configuration, or the shipped one.
  private let original: String
  /// The editor's copy of a shipped template; nil for a file of the operator's.
  private let copy: String?
  private let isShipped: Bool
  private let state: Folder?

  init(_ name: String, _ original: String, copy: String?, isShipped: Bool, state: String?) {
    (self.name, self.original, self.copy, self.isShipped) = (name, original, copy, isShipped)
    self.state = state.map { Folder($0) }
  }

  /// In bytes.
  static let largest = 50_000

  /// The file that is shown.
  private var source: String {
    guard let copy, (try? FileStatus(following: copy))?.isFile == true else { return original }
    return copy
  }

  /// The file that changes are saved to, without links, so that a link stays one.
  var target: String {
    let path = copy ?? original
    guard let real = unsafe realpath(kernelPath(path), nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  func read() throws(Refusal) -> String {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileDescriptor(reading: source).bytes(most: Self.largest + 1)
    } catch {
      throw Refusal("\(source): \(error)")
    }
    guard bytes.count <= Self.largest else {
      throw Refusal("\(source): too large to edit here (limit: \(Self.largest) bytes)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal("\(source): not valid UTF-8: save the file as UTF-8")
    }
    return text
  }

  /// Why changes cannot be saved, and the cure; nil if they can.
  var obstacle: String? {
    if isShipped, copy == nil {
      return
        "\(name) is a shipped template, and there is no state folder for a copy: set service.state"
    }
    // The folder of copies is created with the first one.
    let folder = copy == nil ? Folder.holding(target).folder : state
    do throws(Errno) {
      try folder?.checkIsWritable()
      return nil
    } catch {
      return Self.cure(error, target, folder?.path ?? "")
    }
  }

  private static func cure(_ error: Errno, _ path: String, _ folder: String) -> String {
    switch error {
    case .accessDenied, .notPermitted:
      "cannot write \(path): \(error); let the player write in its folder: "
        + "chgrp vitrine \(folder); chmod g+w \(folder)"
    case .readOnly:
      "cannot write \(path): \(error); allow the service to: systemctl edit vitrine, "
        + "[Service], ReadWritePaths=\(folder)"
    default: "cannot write \(path): \(error)"
    }
  }

  /// Replaces the file atomically, also through a power cut. Its mode stays; its owner becomes the player's user.
  func write(_ text: String) throws(Refusal) {
    if let obstacle { throw Refusal(obstacle) }
    let (folder, name) = Folder.holding(target)
    var status = stat()
    let mode = unsafe stat(kernelPath(target), &status) == 0 ? status.st_mode & 0o777 : 0o644
    do throws(Errno) {
      try folder.make()
      do throws(Folder.ReplaceError<Errno>) {
        try folder.replace(name) { file throws(Errno) in
          try file.write(Array(text.utf8))
          try file.setMode(mode)
        }
      } catch {
        switch error {
        case .writing(let cause), .naming(let cause): throw cause
        }
      }
      try folder.settle()
    } catch {
      throw Refusal(Self.cure(error, target, folder.path))
    }
  }

  // MARK: Undo after a restart

  private var folder: Folder? { state?.folder("templates") }
  private static let previous = "previous"

  /// The step that was stored last.
  var step: TemplateHistory.Step? {
    let most = Self.largest + 200
    guard let bytes = try? folder?.contents(of: Self.previous, most: most) else { return nil }
    return TemplateHistory.Step(file: String(decoding: bytes, as: UTF8.self))
  }

  /// Throws if it cannot be stored: undo then ends with the program.
  func store(_ step: TemplateHistory.Step?) throws(Errno) {
    try folder?.write(step?.file, to: Self.previous)
  }
}
