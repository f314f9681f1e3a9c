import Glibc
import VitrineLinux
import VitrineVideoDevices

// `vitrine-decoder` decodes for a player, which starts it as a separate process. It is not meant to
// be started by hand.

if CommandLine.arguments.dropFirst() == ["--try-confinement"] { exit(ConfinementTrial.run()) }
guard CommandLine.argc == 1, fcntl(3, F_GETFD) != -1, let line = try? PlayerConnection.inherited()
else {
  let text = "vitrine-decoder is started by vitrine; do not run it directly.\n"
  try? FileDescriptor(owning: dup(STDERR_FILENO)).write(Array(text.utf8))
  exit(64)
}
Confinement.limitResources()
do {
  try OrderLoop(line).run()
} catch {
  line.send(.failed(error.description, error.refusal))
  // The player reads the report and kills this process; it may still be writing.
  while line.next() != nil {}
}
