import Testing
import VitrineLinux
import VitrineSound

/// What sound devices say no to.
@Suite struct SoundErrorTests {
  private static func error(_ errno: CInt) -> SoundError {
    SoundError("writing", "hw:0", Errno(rawValue: errno))
  }

  @Test(
    "a device that is gone is opened anew; any other error is not about that",
    // ENODEV, EBADFD, ENXIO, EIO, the kernel's ENOTSUPP; EBUSY, EACCES, EPERM, EINVAL, EPIPE.
    arguments: [19, 77, 6, 5, 524].map { ($0, true) } + [16, 13, 1, 22, 32].map { ($0, false) })
  func gone(_ errno: CInt, _ isGone: Bool) {
    #expect(Self.error(errno).isGone == isGone)
  }

  @Test(
    "what the operator can do about it is said",
    arguments: [
      (16, "hw:0: busy; another program plays through it (fuser -v /dev/snd/*)"),
      (13, "hw:0: permission denied; add the user to the group audio"),
      (1, "hw:0: permission denied; add the user to the group audio"),
      (2, "hw:0: there is no such sound device; aplay -L lists those there are"),
      (19, "hw:0: there is no such sound device; aplay -L lists those there are"),
      (22, "hw:0: writing: Invalid argument"),
      // One of ALSA's own: its version does not fit.
      (500_000, "hw:0: writing: Sound protocol is not compatible"),
    ])
  func words(_ errno: CInt, _ words: String) {
    #expect("\(Self.error(errno))".hasPrefix(words), "\(Self.error(errno))")
  }

  @Test("a device that there is not is told of by the kernel's number, not by ALSA's negative one")
  func opening() throws {
    let error = #expect(throws: SoundError.self) {
      _ = try PCM(name: "nosuch", rate: 48_000, channels: 2, buffer: .milliseconds(140))
    }
    #expect(error?.errno == .noEntry)
  }
}
