import Foundation

/// What the display scanned out at every single vblank, as the kernel's checksums.
struct ScanoutSums {
  let sums: [(vblank: Int, sum: Substring)]
  /// That of a black screen.
  let black: Substring?

  /// What `during` has left in a folder.
  init(_ folder: URL, _ name: String = "checksums") throws {
    sums = try Self.read(folder.appending(path: name))
    black = try Self.read(folder.appending(path: "black")).last?.sum
  }

  static func read(_ file: URL) throws -> [(vblank: Int, sum: Substring)] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(whereSeparator: { " \0".contains($0) })
      guard words.count == 2, let vblank = Int(words[0].dropFirst(2), radix: 16) else { return nil }
      return (vblank, words[1])
    }
  }

  /// A script that runs `command` while the checksums are written down, after those of a black
  /// screen. Slow for large displays: each vblank is composed for it.
  static func during(_ command: String) -> String {
    """
    \(afterBlack())
    echo > /sys/kernel/tracing/trace
    catch checksums
    \(command)
    status=$?; kill $sums; exit $status
    """
  }

  /// A script that writes down the checksum of a black screen, played with these options, and
  /// knows how to `catch` others.
  static func afterBlack(_ options: String = "") -> String {
    // There are checksums only once the display has a mode.
    """
    catch() {
      (until exec 3< $(ls -d /sys/kernel/debug/dri/[0-9]*/crtc-0/crc/data | tail -n 1)
        do sleep 0.001; done
        exec cat <&3 > $OUT/$1) 2> /dev/null & sums=$!
    }
    catch black
    $VITRINE play --audio none --image-duration 0.5 \(options) color:black || exit
    kill $sums; wait $sums
    """
  }

  /// From the first vblank that is not black to this one: how many are unknown, and which are
  /// black again.
  func blanks(through last: Int) -> (first: Int, missing: Int, black: [Int])? {
    guard let black, let first = sums.first(where: { $0.sum != black })?.vblank else { return nil }
    let during = sums.filter { first <= $0.vblank && $0.vblank <= last }
    let again = during.filter { $0.sum == black }.map(\.vblank)
    return (first, last - first + 1 - during.count, again)
  }
}
