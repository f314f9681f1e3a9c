internal import VitrineCanvas
package import VitrineControl
internal import VitrineCryptography
package import VitrineLinux
internal import VitrineLists
package import VitrinePictures
internal import VitrineSettings
package import VitrineStage
package import VitrineStageFiles
internal import VitrineTiming
package import VitrineWeb

/// The template of the zones for clients that edit it. Runs on its own thread, `template`. Thread-safe.
package final class TemplateEditor: RemoteTemplate {
  /// The places of the template and its data.
  package struct Files: Sendable {
    /// As in the configuration.
    let name: String
    /// The path of the template, a shipped one or the operator's.
    let path: String
    /// The path of the editor's copy of a shipped template; nil if it is not one, or without a state folder.
    let copy: String?
    let isShipped: Bool
    /// The folder of data files.
    let data: String?
    /// The state folder.
    let state: String?

    package init(
      _ name: String, path: String, copy: String?, isShipped: Bool, data: String?, state: String?
    ) {
      (self.name, self.path, self.copy) = (name, path, copy)
      (self.isShipped, self.data, self.state) = (isShipped, data, state)
    }
  }

  private let work: Shared<TemplateWork>
  private let orders = BoundedQueue<@Sendable () -> Void>(limit: 8)
  private let thread: NamedThread

  /// `size` returns that of the upright display, nil before anything was drawn. `warn` receives what fails without a
  /// client's knowledge.
  package init(
    _ files: Files, _ feeds: Feeds?, size: @escaping @Sendable () -> PixelSize?,
    warn: @escaping @Sendable (String) -> Void
  ) throws(Errno) {
    work = Shared(TemplateWork(files, feeds, size, warn))
    let orders = orders
    thread = try NamedThread("template", priority: .background) {
      while let order = orders.pop() { order() }
    }
  }

  package func close() {
    orders.close()
    thread.join()
  }

  package func read(_ done: @escaping @Sendable (Result<EditedTemplate, Refusal>) -> Void) {
    order({ done(.failure(.isBusy)) }) { [work] in
      done(work.update { work in Result { () throws(Refusal) in try work.read() } })
    }
  }

  package func change(
    _ changes: [TemplateChange], of revision: String,
    _ done: @escaping @Sendable (Result<EditedTemplate, TemplateRefusal>) -> Void
  ) {
    order({ done(.failure(.refused(.isBusy))) }) { [work] in
      done(
        work.update { work in
          Result { () throws(TemplateRefusal) in try work.change(changes, of: revision) }
        })
    }
  }

  package func undo(
    _ revision: String,
    _ done: @escaping @Sendable (Result<EditedTemplate, TemplateRefusal>) -> Void
  ) {
    order({ done(.failure(.refused(.isBusy))) }) { [work] in
      done(work.update { work in Result { () throws(TemplateRefusal) in try work.undo(revision) } })
    }
  }

  package func draw(
    width: Int, _ done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void
  ) {
    order({ done(.failure(.isBusy)) }) { [work] in
      done(work.update { work in Result { () throws(Refusal) in try work.draw(width: width) } })
    }
  }

  private func order(_ refuse: () -> Void, _ body: @escaping @Sendable () -> Void) {
    if !orders.tryPush(body) { refuse() }
  }
}

extension Refusal {
  fileprivate static let isBusy = Refusal("too many requests for the template", .busy)
}

/// Confined to the editor's thread.
private struct TemplateWork: Sendable {
  private let files: TemplateEditor.Files
  private let feeds: Feeds?
  private let store: TemplateStore
  private let size: @Sendable () -> PixelSize?
  private let warn: @Sendable (String) -> Void
  /// Nil before the stored step was read.
  private var history: TemplateHistory?

  init(
    _ files: TemplateEditor.Files, _ feeds: Feeds?, _ size: @escaping @Sendable () -> PixelSize?,
    _ warn: @escaping @Sendable (String) -> Void
  ) {
    (self.files, self.feeds, self.size, self.warn) = (files, feeds, size, warn)
    store = TemplateStore(
      files.name, files.path, copy: files.copy, isShipped: files.isShipped, state: files.state)
  }

  /// Before the first drawing, that of most displays.
  private var display: PixelSize { size() ?? PixelSize(1920, 1080) }
  private var isPortrait: Bool { display.height > display.width }

  private static func revision(of text: String) -> String {
    String(Digest(of: text).hex.prefix(32))
  }

  private func text() throws(Refusal) -> TemplateText {
    let name = files.path.split(separator: "/").last.map(String.init) ?? files.path
    let text = try store.read()
    do throws(ConfigurationFaults) {
      return try TemplateText(text, file: name)
    } catch {
      throw Refusal(error.description)
    }
  }

  mutating func read() throws(Refusal) -> EditedTemplate { edited(try text()) }

  private mutating func edited(_ text: TemplateText) -> EditedTemplate {
    let revision = Self.revision(of: text.text)
    var edited = EditedTemplate(
      files.name, path: store.target, revision: revision, text: text.text,
      text.outline(isPortrait: isPortrait), width: display.width, height: display.height)
    edited.canUndo = known().text(before: revision) != nil
    edited.obstacle = store.obstacle
    let (contents, faults) = contents()
    edited.faults = Array(faults.prefix(Self.mostNames))
    let names = files.data.map { Folder($0).names.sorted() } ?? []
    edited.images = Array(names.filter(Self.isImage).prefix(Self.mostNames))
    let tables = names.compactMap(Self.table).prefix(Self.mostNames)
    edited.tables = Dictionary(
      tables.map { ($0, contents.tables[$0]?.table.names ?? []) },
      uniquingKeysWith: { one, _ in one })
    return edited
  }

  /// The limit for files and faults in a response.
  private static let mostNames = 200

  private static func isImage(_ name: String) -> Bool {
    !name.hasPrefix(".")
      && [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
  }

  private static func table(_ name: String) -> String? {
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: "."),
      [".csv", ".json", ".url"].contains(String(name[dot...]))
    else { return nil }
    return String(name[..<dot])
  }

  /// The template with its data, as they are now.
  private func contents() -> (StageContents, faults: [String]) {
    var zones = TemplateFiles(files.path, edited: files.copy, data: files.data, feeds)
    let faults = zones.read(at: .now()).faults
    return (zones.contents, faults)
  }

  // MARK: Changes

  private mutating func known() -> TemplateHistory {
    if let history { return history }
    var new = TemplateHistory()
    if let step = store.step { new.record(step.text, before: step.successor) }
    history = new
    return new
  }

  private func current(_ revision: String) throws(TemplateRefusal) -> TemplateText {
    let current: TemplateText
    do throws(Refusal) { current = try text() } catch { throw .refused(error) }
    guard Self.revision(of: current.text) == revision else { throw .outdated }
    return current
  }

  mutating func change(
    _ changes: [TemplateChange], of revision: String
  ) throws(TemplateRefusal) -> EditedTemplate {
    let old = try current(revision)
    let new: TemplateText
    do throws(TemplateChangeFailure) {
      new = try old.applying(changes, isPortrait: isPortrait)
    } catch {
      throw .invalid(error)
    }
    guard new.text != old.text else { return edited(old) }
    try save(new)
    var history = known()
    history.record(old.text, before: Self.revision(of: new.text))
    keep(history)
    return edited(new)
  }

  mutating func undo(_ revision: String) throws(TemplateRefusal) -> EditedTemplate {
    _ = try current(revision)
    var history = known()
    guard let text = history.text(before: revision) else {
      throw .refused(Refusal("there is nothing to undo"))
    }
    let old: TemplateText
    do throws(ConfigurationFaults) {
      old = try TemplateText(text, file: files.name)
    } catch {
      throw .refused(Refusal(error.description))
    }
    try save(old)
    history.removeLast()
    keep(history)
    return edited(old)
  }

  private func save(_ text: TemplateText) throws(TemplateRefusal) {
    guard text.text.utf8.count <= TemplateStore.largest else {
      throw .refused(
        Refusal("the template would be larger than \(TemplateStore.largest) bytes", .invalid))
    }
    do throws(Refusal) { try store.write(text.text) } catch { throw .refused(error) }
  }

  private mutating func keep(_ history: TemplateHistory) {
    self.history = history
    do throws(Errno) {
      try store.store(history.steps.last)
    } catch {
      warn(
        "the template before the latest change cannot be kept for an undo after a restart: \(error)"
      )
    }
  }

  // MARK: Pictures

  private static let longestSide = 4096.0

  func draw(width: Int) throws(Refusal) -> CapturedPicture {
    let size = display
    let scale = min(
      Double(width) / Double(size.width), Self.longestSide / Double(max(size.width, size.height)))
    func scaled(_ side: Int) -> Int { max(Int(saturating: (Double(side) * scale).rounded()), 2) }
    let contents = contents().0
    guard contents.template != nil else { throw Refusal("the template is not valid") }
    do {
      let file = try FileDescriptor(inMemory: "template")
      // The PNG writer opens files only by path.
      try TemplatePreview(contents, on: PixelSize(scaled(size.width), scaled(size.height))).write(
        to: file.path)
      return CapturedPicture(file, origin: "preview")
    } catch {
      throw Refusal("cannot draw the template: \(error)")
    }
  }
}
