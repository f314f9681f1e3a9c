import Glibc
package import VitrineLinux
import VitrineTiming

/// A speech synthesiser: espeak-ng, or a program that is called with a language and a text and writes a sound file to
/// its standard output.
package struct SpeechProgram: Sendable {
  private let path: String

  /// A text of 600 characters takes about 50 s.
  private static let longest = 60 * SoundFormat.standard.rate
  private static let mostBytes = 16 << 20
  /// A small board synthesises about ten times faster than speech.
  private static let timeout = Duration.seconds(10)

  package init(_ path: String) { self.path = path }

  /// Returns the spoken text. Blocks; rings of `wakeup` make it check whether the text is still `isWanted`,
  /// and return nil if not.
  package func sound(
    of text: String, in language: String, wakeup: Wakeup, isWanted: () -> Bool
  ) throws(SpeechError) -> SoundClip? {
    let bytes: [UInt8]
    do throws(Errno) {
      let words = Self.arguments(of: path, text, language)
      // Its standard output is a pipe, which programs can open by its path, unlike the socket, descriptor 3.
      let child = try ChildProcess(
        "/bin/sh", arguments: ["-c", "\"$0\" \"$@\" | exec cat >&3", path] + words,
        environment: ProcessEnvironment.variables, isGroup: true)
      guard let read = try Self.read(child.socket, wakeup, isWanted) else { return nil }
      bytes = read
    } catch {
      throw SpeechError(path, "\(error)")
    }
    if bytes.isEmpty { throw SpeechError(path, "no output; run it in a shell to see why") }
    do throws(MediaError) {
      return try SoundClip(decoding: bytes, longest: Self.longest)
    } catch {
      throw SpeechError(path, "cannot decode its output: \(error)")
    }
  }

  static func arguments(of path: String, _ text: String, _ language: String) -> [String] {
    guard path.split(separator: "/").last == "espeak-ng" else { return [language, text] }
    // Its name for Mandarin is the code of ISO 639-3.
    return ["--stdout", "-v", language == "zh" ? "cmn" : language, "--", text]
  }

  private static func read(
    _ socket: borrowing FileDescriptor, _ wakeup: Wakeup, _ isWanted: () -> Bool
  ) throws(Errno) -> [UInt8]? {
    var bytes: [UInt8] = []
    let end = HostTime.now() + timeout
    while bytes.count < mostBytes {
      let left = end - HostTime.now()
      guard left > .zero else { throw Errno(rawValue: ETIMEDOUT) }
      var watched = [
        pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeup.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe poll(&watched, 2, CInt(clamping: left.nanoseconds / 1_000_000 + 1))
      if watched[1].revents != 0 { wakeup.clear() }
      guard isWanted() else { return nil }
      guard watched[0].revents != 0, let received = try socket.receive(count: 1 << 16) else {
        continue
      }
      if received.bytes.isEmpty { break }
      bytes += received.bytes
    }
    return bytes
  }
}

/// Why a text is not spoken.
package struct SpeechError: Error, CustomStringConvertible {
  package let description: String

  init(_ path: String, _ cause: String) { description = "speech: \(path): \(cause)" }
}
