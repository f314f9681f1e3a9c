internal import VitrineCalendars
internal import VitrinePlaylists
internal import VitrineSchedules

/// The page of reference of lists, in Markdown: docs/use/playlists.md.
public enum ListReference {
  public static var page: String {
    """
    # Lists

    <!-- Made by `vitrine list reference`, the keys from their table; do not edit. -->

    \(introduction)

    ## YAML

    \(ownFormat)

    \(listTable)

    Keys of an entry, and of `default`, which has all of them but `file` and `color`:

    \(itemTable)

    ## When what is shown

    \(schedule)

    | `mode` | is shown | without `mode` it is that of |
    |---|---|---|
    \(modes)

    \(shares)

    \(others)

    ## In each other

    \(nesting)

    ## What is refused

    \(refusals)

    """
  }

  /// A good list, with all that is usual.
  static let example = """
    title: Lobby
    loop: queue
    default:
      duration: 8
      fit: cover
    items:
      - welcome.mp4
      - file: tour.mkv
        title: A tour of the house
        categories: [House]
        poster: pictures/tour.jpg
        start: 0:30
        end: 2:15
        subtitles: [tour.de.srt]
      - file: offers/
        volume: 0
      - file: old/menu.m3u
      - color: "#102030"
        duration: 2

    """

  private static let introduction = """
    Wherever `vitrine play` takes a file it takes a list as well: M3U (`.m3u`, `.m3u8`), PLS (`.pls`),
    XSPF (`.xspf`), Vitrine's own YAML (`.yaml`, `.yml`), or a folder. What is in it plays in its place.

        vitrine play menu.yaml
        vitrine play intro.mp4 offers/ menu.m3u --loop queue

    Options win over what lists say. A list's `loop` and `shuffle` hold where it is all that is played.

    `vitrine list check FILE…` says whether lists are good: every fault with its line, and status 65
    (66 where a list cannot be read, 77 where it may not be). `vitrine list show FILE` prints what
    would be played, with `--json` all of it for other programs; these take a list without an ending,
    too, and see what it is.

    A **folder** has its videos and pictures, in the order in which people sort: `2.mp4` before
    `10.mp4`, `a` and `A` together. Hidden files, other files and the folders in it are left out.
    """

  private static let ownFormat = """
    The one format that says all there is to say. Relative paths, in every format, are relative to the
    list.

    ```yaml
    \(example)```

    An entry is a file, or lines with `file` or `color` and what is said of it.
    """

  /// A good list with a schedule.
  static let scheduleExample = """
    title: Shop
    when: [mon-sat 08:00-20:00]
    items:
      - house.mp4
      - file: breakfast.mp4
        when: [mon-fri 08:00-10:30, "12-24..01-01 off"]
      - file: sale/
        from: 2026-12-27
        until: 2027-01-15
        weight: 3
      - file: partner.mp4
        per-hour: 4
      - file: closing.png
        when: [mon-sat 19:45-20:00]
        mode: exclusive
      - file: closed.png
        mode: fill

    """

  private static let schedule = """
    The last nine keys say when an entry is shown. A list has them as well, for all that is in it: at its
    beginning, beside `title`, or where another list names it; then all of these windows have to be open.

    ```yaml
    \(scheduleExample)```

    Rows of `when` are days and times, as in `power.schedule`: `mon-fri 07:30-21:00`,
    `2026-12-24 09:00-14:00`, `2026-12-01..2026-12-23 08:00-22:00`, `12-24 off` and `12-24..01-06 off`
    for each year. A row belongs to the day it begins on, also over midnight. Of the rows for a day those
    of its date count, else those of its day of each year, of a range of dates, of a range of each year, of
    its weekday. Where the clocks are put back, an edge in the hour that comes twice is the first; where
    they are put forward, one in the missing hour is the leap.

    `calendar` names a file in iCalendar (RFC 5545), as calendars export it: the entry is shown while one of its
    events is, with `event` one of that name or category; a `when` beside it has to be open, too. It is read
    again when it changes, and a fault in it is one of the list. See docs/operate/schedule.md.

    What has begun plays to its end: something else begins at the edge of an item. `vitrine rehearse` says
    what will be shown when.
    """

  private static var modes: String {
    [
      (
        "exclusive",
        "alone, above everything; of several the highest `priority`, the latest begun, the first in the list",
        "–"
      ),
      (
        "replace", "in the place of what has no windows",
        "entries with `when`, `calendar`, `from` or `until`"
      ),
      ("interleave", "together with whatever else is", "entries with `per-hour`"),
      ("rest", "where nothing above it is", "all others"),
      ("fill", "where there is nothing else at all", "–"),
      ("no-clock", "while the machine's clock is not set, and at no other time", "–"),
    ].map { "| `\($0)` | \($1) | \($2) |" }.joined(separator: "\n")
  }

  private static let shares = """
    Of what stands equally the highest `priority` is shown alone. What is left takes turns in the list's
    order; where an entry has a `weight`, all beside it share the time by their weights (1 without), each
    within one showing of its part. A list with a `weight` or `per-hour` is one among the entries around it;
    what is in it takes turns, or shares what the list has.
    """

  private static let others = """
    ## M3U

    A path a line. UTF-8; `.m3u` is read as WINDOWS-1252 where it is not. Where no file has such a
    name, one is looked for that has it in WINDOWS-1252, as on old sticks; so in all lists, and with
    `%E9` in a URL. Before a path:

    | line | meaning |
    |---|---|
    | `#EXTINF:8 tvg-logo="a.jpg" group-title="A;B",Title` | seconds (of a picture: how long it is shown), poster, categories, title; all but the seconds may be left out |
    | `#EXTART:text` | subtitle |
    | `#EXTIMG:a.jpg`, `#EXTALBUMARTURL:a.jpg` | poster |
    | `#EXTGRP:A,B`, `#EXTGENRE:A` | categories |
    | `#EXTVLCOPT:start-time=12.5` | where it begins; also `stop-time`, `run-time`, `image-duration`, `input-repeat` (how often more) and `sub-file` |
    | `#PLAYLIST:text` | the list's title, anywhere |

    Other lines that begin with `#` are passed over. A file with `#EXT-X-TARGETDURATION`,
    `#EXT-X-MEDIA-SEQUENCE` or `#EXT-X-STREAM-INF` is the description of one stream (HLS), and played as
    one thing.

    ## PLS

    `[playlist]`, then `File1=`, `Title1=`, `Length1=` (of pictures) and so on, by number; numbers may
    be missing and keys be in capitals or not. `NumberOfEntries` is not needed. `X-GNOME-Title` is the
    list's title.

    ## XSPF

    Of a `track`: the first `location` that can be played, `title`, `creator` (subtitle),
    `annotation` (description), `image` (poster), `duration` (milliseconds, of pictures), and VLC's
    options as above. `title` of the list. Locations are URIs: a blank is `%20`; `xml:base` is obeyed.
    """

  private static let nesting = """
    An entry that is itself a list or a folder is replaced by what is in it. What is said of it
    (`cover`, `categories`, `duration`, `repeat`, `volume`, `fit`, `rotation`) holds for all in it that
    does not say otherwise.

    At most \(ListReader<NoFiles>.deepest) lists may be in each other, and a list that leads back to
    itself is refused.
    """

  private static let refusals = """
    Every fault is told with its file and line, all of them at once, and a list with a fault is not
    played:

        menu.m3u:7: "loop.pls" leads back to menu.m3u: menu.m3u:7, loop.pls:2, menu.m3u
        menu.m3u:9: ftp: is not played; http:, https:, rtsp:, rtp:, udp: and srt: are
        lobby.yaml:6: items.2.volumme: no such key; is volume meant?

    A file that is not there is no fault: it is skipped when its turn comes, and so is a list that is
    not there. Posters that are elsewhere are left out, except from YAML, which says so. URLs with
    `file:` are read, those with `http:` and `https:` are fetched (docs/use/network.md), others refused.

    Refused are

    - files above \(ListContents.largestFile / 1024 / 1024) MiB, M3U and PLS of more than \(ListContents.mostLines) lines,
    - more than \(ListContents.most) entries, in one list or in all that is played together,
    - more than \(ListReader<NoFiles>.mostLists) lists and folders in all, or \(ListReader<NoFiles>.mostBytes / 1024 / 1024) MiB of them,
    - calendars above \(CalendarFile.largest / 1024 / 1024) MiB, or of more than \(CalendarFile.mostWindows) events in the years around now,
    - times above a year, zero bytes, a `<!DOCTYPE`,
    - in YAML, unknown and repeated keys, anchors and aliases.
    """

  private static var listTable: String {
    """
    | key | value | without it | meaning |
    |---|---|---|---|
    | `title` | text, 1 to 300 characters | none | What the list is called. |
    | `loop` | \(Queue.Loop.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")) | `none` | Whether it starts again at the end. |
    | `shuffle` | `true`, `false` | `false` | Whether it plays in random order. |
    | `default` | a section | nothing | What holds for entries that do not say otherwise. |
    | `items` | a list | nothing | What is played, in this order. |
    """
  }

  private static var itemTable: String {
    let sources = [
      "| `file` | a file, folder or list | | What is played. |",
      "| `color` | `black`, `white`, `\"#RRGGBB\"` in quotes | | In place of `file`: a plain screen. |",
    ]
    let rows = ItemKey.all.map {
      "| `\($0.name)` | \($0.value) | \($0.standard) | \($0.meaning) |"
    }
    let head = ["| key | value | without it | meaning |", "|---|---|---|---|"]
    return (head + sources + rows).joined(separator: "\n")
  }
}

/// Limits do not depend on where files are.
private struct NoFiles: ListFiles {
  func zone(named name: String) -> ZoneRules? { nil }
  var calendarSpan: CalendarSpan { CalendarSpan(0..<1) }
  func kind(of path: String) -> ListFileKind? { nil }
  func otherName(of path: String) -> String? { nil }
  func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8] { [] }
  func names(in folder: String) throws(ListFileError) -> [String] { [] }
}
