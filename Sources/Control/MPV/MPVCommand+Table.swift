internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

// Excluded for good: run, subprocess, load-script, and commands that write files.
extension MPVCommand {
  static let all: [String: MPVCommand] =
    properties.merging(playing) { $1 }.merging(queue) { $1 }.merging(others) { $1 }

  private static func text(_ name: String, _ isOptional: Bool = false) -> Argument {
    Argument(name: name, kind: .text, isOptional: isOptional)
  }

  private static func nothing(_ arguments: Argument...) -> MPVCommand {
    MPVCommand(arguments: arguments) { _, _ in .done(.none) }
  }

  private static let properties: [String: MPVCommand] = [
    "set": MPVCommand(arguments: [text("name"), text("value")]) { given, view in
      change(given, view) { _ in given.values["value"] }
    },
    "add": MPVCommand(
      arguments: [text("name"), Argument(name: "value", kind: .double, isOptional: true)]
    ) { given, view in
      change(given, view) { property in
        MPVArithmetic.sum(property, view, given.number("value") ?? 1)
      }
    },
    "multiply": MPVCommand(
      arguments: [text("name"), Argument(name: "value", kind: .double)]
    ) { given, view in
      change(given, view) { property in
        MPVArithmetic.product(property, view, given.number("value") ?? 1)
      }
    },
    "cycle": MPVCommand(
      arguments: [
        text("name"), Argument(name: "value", kind: .flags([["up", "down"]]), isOptional: true),
      ]
    ) { given, view in
      change(given, view) { property in
        MPVArithmetic.next(property, view, isUp: given.text("value") != "down")
      }
    },
    "cycle-values": MPVCommand(arguments: [], isVariadic: true) { given, view in
      MPVArithmetic.cycle(given.rest, view)
    },
  ]

  /// The outcome of setting a property to a new value; all errors become `failed`.
  private static func change(
    _ given: MPVArguments, _ view: MPVView, _ value: (MPVProperty) -> MPVValue?
  ) -> MPVOutcome {
    guard let name = given.text("name"), let property = MPVProperty.named(name),
      let value = value(property)
    else { return .failed }
    do throws(MPVError) {
      return .actions(try MPVAccess.set(name, value, view))
    } catch {
      return .failed
    }
  }

  private static let seekFlags = [
    ["relative", "absolute", "absolute-percent", "relative-percent"],
    ["exact", "keyframes", "default-precise"],
  ]

  private static let playing: [String: MPVCommand] = [
    "seek": MPVCommand(
      arguments: [
        Argument(name: "target", kind: .time),
        Argument(name: "flags", kind: .flags(seekFlags), isOptional: true),
        Argument(name: "legacy", kind: .flags(seekFlags), isOptional: true),
      ]
    ) { given, view in
      guard let target = given.number("target"), !view.isIdle else { return .failed }
      return .actions([
        .command(MPVSeek.command(target, given.flags("flags").union(given.flags("legacy")), view))
      ])
    },
    "frame-step": MPVCommand(arguments: []) { _, view in
      view.isIdle ? .failed : .actions([.command(.step(forward: true))])
    },
    "frame-back-step": MPVCommand(arguments: []) { _, view in
      view.isIdle ? .failed : .actions([.command(.step(forward: false))])
    },
    "stop": MPVCommand(
      arguments: [Argument(name: "flags", kind: .flags([["keep-playlist"]]), isOptional: true)]
    ) { given, _ in
      let keeps = given.flags("flags").contains("keep-playlist")
      return .actions([.command(.stop)] + (keeps ? [] : [.edit(.clear)]))
    },
    "quit": MPVCommand(arguments: [Argument(name: "code", kind: .integer, isOptional: true)]) {
      _, _ in .quit
    },
  ]

  private static let longestURL = 8192

  private static let loadFlags = [
    ["replace", "append", "append-play", "insert-next", "insert-next-play"]
  ]

  private static func load(_ given: MPVArguments, isList: Bool) -> MPVOutcome {
    guard let url = given.text("url"), !url.isEmpty, url.utf8.count <= longestURL else {
      return .failed
    }
    let flags = given.flags("flags")
    var load = MPVLoad(isList: isList)
    if flags.contains(where: { $0.hasPrefix("append") }) { load.place = .atEnd }
    if flags.contains(where: { $0.hasPrefix("insert") }) { load.place = .next }
    load.plays = load.place == .replacing || flags.contains { $0.hasSuffix("-play") }
    return .load(url.fileURLPath ?? url, load)
  }

  private static let queue: [String: MPVCommand] = [
    "loadfile": MPVCommand(
      arguments: [
        text("url"), Argument(name: "flags", kind: .flags(loadFlags), isOptional: true),
        // An index, since mpv 0.38, or per-file options of mpv, which have no effect.
        Argument(name: "index", kind: .options, isOptional: true),
        Argument(name: "options", kind: .options, isOptional: true),
      ]
    ) { given, _ in load(given, isList: false) },
    "loadlist": MPVCommand(
      arguments: [text("url"), Argument(name: "flags", kind: .flags(loadFlags), isOptional: true)]
    ) { given, _ in load(given, isList: true) },
    "playlist-next": step(by: 1), "playlist-prev": step(by: -1),
    "playlist-play-index": MPVCommand(
      arguments: [Argument(name: "index", kind: .place(["current", "none"]))]
    ) { given, view in
      let index = given.index("index")
      if given.text("index") == "none" { return .actions([.command(.stop)]) }
      return .actions(jump(to: index ?? view.index ?? -1, view))
    },
    "playlist-clear": MPVCommand(arguments: []) { _, view in
      // A single edit, however many entries there are.
      guard let index = view.index else { return .actions([.edit(.clear)]) }
      return .actions([.edit(.keep(view.queue.entries[index].id))])
    },
    "playlist-remove": MPVCommand(
      arguments: [Argument(name: "index", kind: .place(["current"]))]
    ) { given, view in
      guard let index = given.index("index") ?? view.index,
        view.queue.entries.indices.contains(index)
      else { return .failed }
      return .actions([.edit(.remove(view.queue.entries[index].id))])
    },
    "playlist-move": MPVCommand(
      arguments: [
        Argument(name: "index1", kind: .integer), Argument(name: "index2", kind: .integer),
      ]
    ) { given, view in
      let (from, to) = (given.index("index1") ?? -1, given.index("index2") ?? -1)
      let entries = view.queue.entries
      guard entries.indices.contains(from), to >= 0 else { return .failed }
      // mpv moves it in front of the entry that is at the target now.
      let target = min(to, entries.count)
      return .actions([.edit(.move(entries[from].id, to: target > from ? target - 1 : target))])
    },
    "playlist-shuffle": MPVCommand(arguments: []) { _, _ in
      // bound: constants
      .actions([.edit(.shuffle(seed: .random(in: 0...(.max))))])
    },
    "playlist-unshuffle": MPVCommand(arguments: []) { _, _ in .actions([.edit(.shuffle(seed: nil))])
    },
  ]

  private static func step(by step: Int) -> MPVCommand {
    MPVCommand(
      arguments: [Argument(name: "flags", kind: .flags([["weak", "force"]]), isOptional: true)]
    ) { given, view in
      let isForced = given.flags("flags").contains("force")
      let index = (view.index ?? (step > 0 ? -1 : 0)) + step
      let isThere =
        view.queue.entries.indices.contains(index)
        || view.queue.loop == .queue && !view.queue.isEmpty
      guard isThere, !view.isIdle || view.index != nil || step > 0 else {
        return isForced ? .actions([.command(.stop)]) : .failed
      }
      return .actions([.command(step > 0 ? .next : jumpBack(view))])
    }
  }

  /// To the previous entry, whatever the position in the current one.
  private static func jumpBack(_ view: MPVView) -> Command {
    guard let index = view.index, index > 0 else { return .previous }
    return .jump(to: view.queue.entries[index - 1].id)
  }

  private static func integer(_ name: String, isOptional: Bool = false) -> Argument {
    Argument(name: name, kind: .integer, isOptional: isOptional)
  }

  /// The overlay of an id from 0 to 63.
  private static func overlayName(_ given: MPVArguments) -> String? {
    guard let id = given.index("id"), (0...63).contains(id) else { return nil }
    return "mpv-" + (id < 10 ? "0\(id)" : "\(id)")
  }

  /// A size on the display; nil for that of the picture.
  private static func size(_ given: MPVArguments, _ name: String) -> Int? {
    given.index(name).flatMap { $0 > 0 ? $0 : nil }
  }

  private static let others: [String: MPVCommand] = [
    "ignore": nothing(), "show-progress": nothing(),
    "show-text": MPVCommand(
      arguments: [
        text("text"), Argument(name: "duration", kind: .integer, isOptional: true),
        Argument(name: "level", kind: .integer, isOptional: true),
      ]
    ) { given, view in
      guard let text = MPVExpansion.expand(given.text("text") ?? "", view) else { return .failed }
      return .show(text.isEmpty ? nil : text, for: MPVCommand.textTime(given.number("duration")))
    },
    "overlay-add": MPVCommand(
      arguments: [integer("id"), integer("x"), integer("y"), text("file"), integer("offset")]
        + [text("fmt"), integer("w"), integer("h"), integer("stride")]
        + [integer("dw", isOptional: true), integer("dh", isOptional: true)]
    ) { given, _ in
      guard let name = overlayName(given), given.text("fmt") == "bgra",
        let picture = OverlayChange.RawPicture(
          given.text("file") ?? "", offset: given.index("offset") ?? 0,
          width: given.index("w") ?? 0, height: given.index("h") ?? 0,
          stride: given.index("stride") ?? 0, x: given.index("x") ?? 0, y: given.index("y") ?? 0,
          shownWidth: size(given, "dw"), shownHeight: size(given, "dh"))
      else { return .failed }
      return .overlay(.pixels(name, picture))
    },
    "overlay-remove": MPVCommand(arguments: [integer("id")]) { given, view in
      overlayName(given).map { .overlay(.remove($0)) } ?? .failed
    },
    "print-text": nothing(text("text")),
    "expand-text": MPVCommand(arguments: [text("text")]) { given, view in
      MPVExpansion.expand(given.text("text") ?? "", view).map { .done(.text($0)) } ?? .failed
    },
    "script-message": MPVCommand(arguments: [], isVariadic: true) { given, _ in
      .message(given.rest)
    },
    "keypress": MPVCommand(arguments: [text("name")]) { given, view in
      MPVKeys.outcome(of: given.text("name") ?? "", view)
    },
    "keydown": MPVCommand(arguments: [text("name")]) { given, view in
      MPVKeys.outcome(of: given.text("name") ?? "", view)
    },
    "keyup": nothing(text("name", true)),
    // An item's subtitles are set in its playlist.
    "sub-add": MPVCommand(
      arguments: [text("url"), text("flags", true), text("title", true), text("lang", true)]
    ) { _, _ in .failed },
  ]
}

extension String {
  /// The path of a `file:///…` URL; nil for anything else.
  fileprivate var fileURLPath: String? {
    guard hasPrefix("file:///") else { return nil }
    var (bytes, rest) = ([UInt8](), Array(utf8.dropFirst(7))[...])
    while let byte = rest.first {
      rest = rest.dropFirst()
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
