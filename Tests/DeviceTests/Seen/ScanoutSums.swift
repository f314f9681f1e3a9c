import Foundation

/// The kernel's checksum of the scanned-out picture at each vblank.
struct ScanoutSums {
  let sums: [(vblank: Int, sum: Substring)]
  /// The checksum of a black screen.
  let black: Substring?

  /// Reads the output of `during` from a folder.
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

  /// A script that records checksums while `command` runs, after those of a black screen. Slow for large displays,
  /// because the kernel composes a picture for each vblank.
  static func during(_ command: String) -> String {
    """
    \(afterBlack())
    echo > /sys/kernel/tracing/trace
    catch checksums
    \(command)
    status=$?; kill $sums; exit $status
    """
  }

  /// A script that records the checksum of a black screen, played with these options, and defines `catch` for recording
  /// more.
  static func afterBlack(_ options: String = "") -> String {
    // The kernel computes checksums only once the display has a mode.
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

  /// For the vblanks from the first non-black one to `last`: the number without a checksum, and those that are black
  /// again.
  func blanks(through last: Int) -> (first: Int, missing: Int, black: [Int])? {
    guard let black, let first = sums.first(where: { $0.sum != black })?.vblank else { return nil }
    let during = sums.filter { first <= $0.vblank && $0.vblank <= last }
    let again = during.filter { $0.sum == black }.map(\.vblank)
    return (first, last - first + 1 - during.count, again)
  }
}
