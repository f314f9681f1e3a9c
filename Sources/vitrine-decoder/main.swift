import Glibc
import VitrineLinux
import VitrineVideoDevices

// `vitrine-decoder`: decodes for a player that starts it, in a process of its own. People do not start it.

if CommandLine.arguments.dropFirst() == ["--try-confinement"] { exit(ConfinementTrial.run()) }
guard CommandLine.argc == 1, fcntl(3, F_GETFD) != -1, let line = try? PlayerLine.inherited() else {
  let text = "vitrine-decoder is started by vitrine, and does nothing by itself.\n"
  try? FileDescriptor(owning: dup(STDERR_FILENO)).write(Array(text.utf8))
  exit(64)
}
Confinement.limitResources()
do {
  try OrderLoop(line).run()
} catch {
  line.tell(.failed(error.description, error.refusal))
  // The player reads that, and ends us; it may still be writing meanwhile.
  while line.next() != nil {}
}
