extension Board {
  /// The page of all boards, in Markdown: docs/operate/boards.md.
  public static func reference(of boards: [Board]) -> String {
    let rows = boards.map { board in
      "| [`\(board.name)`](#\(board.name)) | \(board.title) | \(board.match.summary) "
        + "| \(board.confidence.rawValue) |"
    }
    let table = (["| name | board | known by | how sure |", "|---|---|---|---|"] + rows)
      .joined(separator: "\n")
    return introduction + table + "\n\n" + boards.map(\.chapter).joined(separator: "\n")
  }

  private static let introduction = """
    # Boards

    <!-- Made by `vitrine board reference` from board-configs; do not edit. -->

    What displays can do is found out by asking the kernel. What the kernel does not say, what it
    says wrongly, and what people should know beforehand is in a file for each kind of board, in
    `board-configs`. `vitrine board` says which board a machine is, why, and what is known of it.

    The device tree's names are looked at first, the most specific one first; then what a PC's
    firmware says of itself; then the processor. Files in `/etc/vitrine/boards` come before those
    that came with the program, and count instead of those of the same name. `board: NAME` in the
    configuration takes one whatever is found. A board that no file describes works as well,
    as far as its kernel tells the truth.

    How sure a fact is: *tried* means that Vitrine ran there; *read* that it is in the kernel's
    source or its documentation, and was not tried; *reported* that others say so in public.

    A file has `name` (its own without `.yaml`), `title`, `confidence`, and `match` with some of
    `compatible`, `dmi` (sections with `sys-vendor`, `product-name`, `board-vendor`,
    `board-name`) and `cpu`, in which `*` is any text and `?` any letter. `connectors`, `planes`,
    `sound` and `limits` are lists of sections with `says`, `source` and `confidence`;
    `command-line` has `word`, too, and `systems` has `system`, `kernel` and `package`: what runs
    there, and which of Vitrine's packages is meant for it. `decoders` has `driver`, `way` (`kernel`,
    `library`, `request`; what is `unused` is not taken), `codecs` as FFmpeg calls them, and `largest` and
    `bits`, the size and the depth above which the processor decodes. `configuration` is a layer of settings, as in
    configuration.md. `quirks` is what the search for planes minds, on the drivers in `drivers`
    only: `avoid-formats` (`[NV12]`) and `avoid-planes` (`[cursor]`) for what is not used,
    `avoid-rotations` for turns that are not left to planes, `largest-buffer` and `smallest-plane`
    (`2048x2048`), and `render`, the ways to the screen in the order in which they are tried.


    """

  private var chapter: String {
    var text = "## \(name)\n\n\(title). Known by \(match.summary).\n"
    if !systems.isEmpty {
      text += "\nSystems:\n\n" + systems.map { "- " + $0.text + $0.fact.origin + "\n" }.joined()
    }
    for (name, facts) in [
      ("Connectors", connectors), ("Planes", planes), ("Sound", sound), ("Limits", limits),
    ] where !facts.isEmpty {
      text += "\n\(name):\n\n" + facts.map(\.line).joined()
    }
    if !decoders.isEmpty {
      text += "\nDecoders:\n\n" + decoders.map { "- " + $0.text + $0.fact.origin + "\n" }.joined()
    }
    if let quirksFact { text += "\nMinded by the search for planes:\n\n" + quirksFact.line }
    if !commandLine.isEmpty {
      text += "\nFor the kernel's command line:\n\n"
      text += commandLine.map { "- `\($0.word)`: \($0.fact.says)\n" }.joined()
    }
    return text
  }
}

extension BoardFact {
  fileprivate var line: String { "- \(says)\(origin)\n" }

  fileprivate var origin: String {
    " (\(confidence.rawValue)\(source.map { ": \($0)" } ?? ""))"
  }
}

extension BoardMatch {
  fileprivate var summary: String {
    let machines = firmware.map { one in
      one.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: " and ")
    }
    return (compatible + machines + processors).map { "`\($0)`" }.joined(separator: ", ")
  }
}
