import Foundation
import Testing

/// A card with a bad cluster: part of a file is unreadable.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ReadErrorTests {
  /// A preloaded library that fails reads of BAD_FILE from BAD_FROM to BAD_TO.
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    ssize_t read(int file, void *into, size_t count) {
      ssize_t (*usual)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
      char link[64], path[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      ssize_t length = readlink(link, path, sizeof path - 1);
      if (length < 0) return usual(file, into, count);
      path[length] = 0;
      long from = atol(getenv("BAD_FROM")), to = atol(getenv("BAD_TO"));
      long place = lseek(file, 0, SEEK_CUR);
      if (strcmp(path, getenv("BAD_FILE")) != 0 || place < 0 || place >= to ||
          place + (long)count <= from)
        return usual(file, into, count);
      if (place < from) return usual(file, into, from - place);
      errno = EIO;
      return -1;
    }
    """

  private func library() throws -> String {
    try Clips.once("bad-cluster.so") { draft in
      let source = "\(draft).c"
      try Data(Self.source.utf8).write(to: URL(filePath: source))
      let result = try Lab.run("gcc", ["-shared", "-fPIC", "-o", draft, source, "-ldl"])
      guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
    }
  }

  @Test(
    "The parts before and after an unreadable cluster play",
    arguments: ["mp4", "mkv", "ts", "avi"])
  func cluster(kind: String) throws {
    let codec = [
      "-c:v", "libx264", "-preset", "veryfast", "-g", "15", "-c:a", "aac", "-movflags",
      "+faststart",
    ]
    let clip = try Clips.motion("cluster.\(kind)", size: "320x180", seconds: 6, codec)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: clip)[.size] as? Int)
    let stats = try Lab.folder("cluster-\(kind)").appending(path: "stats.json")
    let result = try Lab.run(
      "env",
      [
        "BAD_FILE=\(clip)", "BAD_FROM=\(size * 40 / 100)", "BAD_TO=\(size * 45 / 100)",
        "LD_PRELOAD=\(try library())", "timeout", "60", Lab.player, "play", "--display",
        "headless:320x180@60", "--audio", "none", "--stats", stats.path, clip,
      ])
    #expect(result.status == 0, "\(result.output)")
    let words = result.output.split(separator: "\n").filter {
      $0.contains("part of the file is unreadable") && $0.contains("Input/output error")
    }
    #expect(words.count == 1, "\(result.output)")
    // 9 of the 180 pictures are in the cluster, and the ones up to the next key frame are lost, too.
    let decoded = try Statistics(stats).frames.decoded
    #expect(decoded > 120, "\(decoded) of 180")
  }
}
