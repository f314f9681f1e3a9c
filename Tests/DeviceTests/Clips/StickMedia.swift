import Foundation

/// Images of USB sticks, as files.
enum StickMedia {
  /// A film in one colour of this many seconds, each of which takes this many kilobytes.
  static func film(_ color: String, seconds: Int, kilobytes: Int = 0) throws -> String {
    let noise = kilobytes > 0
    let name = "stick-2-\(color)-\(seconds)-\(kilobytes).\(noise ? "ts" : "mp4")"
    // Null packets of the transport stream make it large: there is little to decode.
    let rate = noise ? ["-f", "mpegts", "-muxrate", "\(kilobytes * 8)k"] : []
    return try Clips.make(
      name,
      [
        "-f", "lavfi", "-i", "color=0x\(color):s=160x90:r=2:d=\(seconds)", "-pix_fmt", "yuv420p",
        "-c:v", "libx264", "-preset", "veryfast", "-g", "2",
      ] + rate)
  }

  enum FileSystem { case fat, ext4 }

  /// Writes an image of a stick with a marker, films by name, and links to `name` in the folder `place`.
  static func make(
    _ name: String, in place: URL, _ kind: FileSystem, marker: String, films: [String: String],
    links: [String: String] = [:]
  ) throws {
    let draft = place.appending(path: "draft-\(name)")
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: draft) }
    try Data(marker.utf8).write(to: draft.appending(path: "vitrine-screens"))
    for (film, path) in films {
      try FileManager.default.copyItem(atPath: path, toPath: draft.appending(path: film).path)
    }
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: draft.appending(path: link).path, withDestinationPath: target)
    }
    // Small sticks are usually sold with one partition. The ext4 one has none.
    let script =
      kind == .fat
      ? """
      truncate -s 48M "$2"; echo 'start=1MiB,type=c' | sfdisk -q "$2"
      mkfs.vfat -F 32 --offset 2048 "$2" > /dev/null
      MTOOLS_SKIP_CHECK=1 mcopy -s -i "$2@@1M" "$1"/* ::
      """
      : """
      truncate -s 48M "$2"
      fakeroot sh -euc 'chown -R 0:0 "$1"; mke2fs -q -t ext4 -d "$1" "$2"' make "$1" "$2"
      """
    let result = try Lab.run(
      "bash", ["-euc", script, "make", draft.path, place.appending(path: name).path])
    guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
  }

  /// Writes the image of an empty exFAT stick, as large sticks are sold. Only a kernel can write files into it, so
  /// `fill` does.
  static func makeEmpty(_ name: String, in place: URL) throws {
    let result = try Lab.run(
      "bash",
      [
        "-euc",
        """
        truncate -s 48M "$1"; echo 'start=1MiB,type=7' | sfdisk -q "$1"
        truncate -s 47M "$1.part"; mkfs.exfat "$1.part" > /dev/null
        dd if="$1.part" of="$1" bs=1M seek=1 conv=notrunc status=none; rm "$1.part"
        """, "make", place.appending(path: name).path,
      ])
    guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
  }

  /// A shell function for a booted machine that copies a marker and a film to such a stick: `fill STICK MARKER FILM`,
  /// all in the folder `$OUT`.
  static let fill = """
    fill() {
      cp "$OUT/$1" /root/stick; mount -o loop,offset=1M /root/stick /mnt
      echo "$2" > /mnt/vitrine-screens; cp "$OUT/$3" /mnt/; umount /mnt
      cp /root/stick "$OUT/$1"; rm /root/stick
    }
    """
}
