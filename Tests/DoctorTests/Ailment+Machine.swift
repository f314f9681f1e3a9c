import Doctor
import Playback

extension Ailment {
  static let sound: [Ailment] = [
    Ailment("no card", .sound, .bad(.unavailable), "no sound card", cure: "--audio none") {
      $0.sound.change { $0.cards = [] }
    },
    Ailment(
      "no card on a Raspberry Pi", .sound, .bad(.unavailable), "no sound card",
      cure: "dtparam=audio=on"
    ) { facts in
      facts.sound.change { $0.cards = [] }
      facts.kernel.change { $0.model = "Raspberry Pi 3" }
    },
    Ailment("no card seen", .sound, .bad(.noPermission), "may be opened", cure: "see permission") {
      $0.refuse(.sound, "audio")
      $0.sound.change { $0.cards = [] }
    },
    Ailment("refused", .sound, .bad(.noPermission), "denied", cure: "see permission") {
      $0.sound.change { $0.attempt = .denied("hw:CARD=vc4hdmi0,DEV=0") }
    },
    Ailment("does not open", .sound, .bad(.unavailable), "44100 Hz only", cure: "aplay -L") {
      $0.sound.change { $0.attempt = .refused(["hw:0: 44100 Hz only"]) }
    },
    Ailment(
      "PulseAudio has it", .sound, .bad(.unavailable), "pulseaudio (process 50) plays",
      cure: "systemctl --user mask --now pulseaudio.socket"
    ) {
      $0.sound.change { $0.attempt = .busy("hw:0", HolderFacts(name: "pulseaudio", processID: 50)) }
    },
    Ailment("PipeWire has it", .sound, .bad(.unavailable), "pipewire", cure: "pipewire.socket") {
      $0.sound.change { $0.attempt = .busy("hw:0", HolderFacts(name: "pipewire", processID: 5)) }
    },
    Ailment("a program has it", .sound, .bad(.unavailable), "aplay", cure: "sudo kill 9") {
      $0.sound.change { $0.attempt = .busy("hw:0", HolderFacts(name: "aplay", processID: 9)) }
    },
    Ailment(
      "somebody has it", .sound, .bad(.unavailable), "another", cure: "sudo fuser -v /dev/snd/*"
    ) {
      $0.sound.change { $0.attempt = .busy("hw:0", nil) }
    },
    Ailment("a display without loudspeakers", .sound, .advice, "takes sound", cure: "aplay -L") {
      $0.sound.change { $0.sink = .none }
    },
    Ailment("unknown", .sound, .advice, "not known", cure: nil) {
      $0.sound = .unknown("no answer in time")
    },
    Ailment("input that may not be read", .input, .advice, "event0", cure: "see permission") {
      $0.input.change {
        ($0.touchscreens, $0.keys, $0.refused) = ([], [], ["/dev/input/event0"])
      }
    },
    Ailment("input unknown", .input, .advice, "not known", cure: nil) {
      $0.input = .unknown("no answer in time")
    },
  ]

  static let machine: [Ailment] = [
    Ailment("1970", .clock, .advice, "it is 1970 here", cure: "sudo timedatectl set-ntp true") {
      $0.clock.change { $0.year = 1970 }
    },
    Ailment("1970 with a table", .clock, .bad(.configuration), "tables are off", cure: "set-ntp") {
      $0.clock.change { ($0.year, $0.isNeeded) = (1970, true) }
    },
    Ailment("drift", .clock, .advice, "nobody keeps", cure: "set-ntp true") {
      $0.clock.change { $0.isSynchronised = false }
    },
    Ailment("drift with a table", .clock, .advice, "time table with it", cure: "set-ntp true") {
      $0.clock.change { ($0.isSynchronised, $0.isNeeded) = (false, true) }
    },
    Ailment("clock unknown", .clock, .advice, "not known", cure: nil) { $0.clock = .unknown("?") },
    Ailment(
      "read-only", .storage, .bad(.cannotWrite), "read-only", cure: "sudo mount -o remount,rw /"
    ) { $0.place { $0.isReadOnly = true } },
    Ailment(
      "another's folder", .storage, .bad(.cannotWrite), "not writable by kiosk",
      cure: "sudo install -d -o kiosk /var/lib/vitrine"
    ) { $0.place { $0.isWritable = false } },
    Ailment(
      "no folder", .storage, .advice, "is not there", cure: "sudo install -d -o kiosk"
    ) { $0.place { ($0.exists, $0.isWritable) = (false, false) } },
    Ailment(
      "read-only cache", .storage, .advice, "small pictures", cure: "remount,rw /"
    ) { $0.place { ($0.purpose, $0.isReadOnly) = (.cache, true) } },
    Ailment("nearly full", .storage, .advice, "8 MB are free", cure: "journalctl --vacuum-size") {
      $0.place { $0.free = 8 << 20 }
    },
    Ailment("full", .storage, .bad(.cannotWrite), "0 MB are free", cure: "sudo du -xhd2 /") {
      $0.place { $0.free = 1000 }
    },
    Ailment("in memory", .storage, .advice, "in memory (tmpfs)", cure: "mount a partition") {
      $0.place { $0.fileSystem = "tmpfs" }
    },
    Ailment("in layers", .storage, .advice, "as a rule in memory", cure: "mount a partition") {
      $0.place { $0.fileSystem = "overlay" }
    },
    Ailment("places unknown", .storage, .advice, "not known", cure: nil) {
      $0.places = .unknown("?")
    },
    Ailment(
      "too little kept aside", .memory, .bad(.unavailable), "16 MB are there",
      cure: "sudo sed -i '1s|$| cma=64M|' /boot/firmware/cmdline.txt"
    ) { $0.memory.change { ($0.contiguous, $0.contiguousFree) = (16 << 20, 8 << 20) } },
    Ailment("kept aside and used", .memory, .advice, "8 MB are free for", cure: "cma=64M") {
      $0.memory.change { $0.contiguousFree = 8 << 20 }
    },
    Ailment("little memory", .memory, .advice, "100 MB are free", cure: "ps -eo rss") {
      $0.memory.change { $0.available = 100 << 20 }
    },
    Ailment("no memory", .memory, .bad(.unavailable), "9 MB are free", cure: "smaller mode") {
      $0.memory.change { $0.available = 9 << 20 }
    },
    Ailment("memory unknown", .memory, .advice, "not known", cure: nil) {
      $0.memory = .unknown("?")
    },
    Ailment(
      "a loud console", .kernel, .advice, "console=tty1 is the display's own",
      cure: "quiet vt.global_cursor_default=0"
    ) { $0.kernel.change { $0.arguments = KernelArguments("console=ttyS0 console=tty1") } },
    Ailment("a cursor", .kernel, .advice, "a cursor blinks", cure: "vt.global_cursor_default=0") {
      $0.kernel.change { $0.arguments = KernelArguments("quiet") }
    },
    Ailment("blanking", .kernel, .advice, "dark after 600 s", cure: "consoleblank=0") {
      $0.kernel.change {
        $0.arguments = KernelArguments("quiet vt.global_cursor_default=0 consoleblank=600")
      }
    },
    Ailment("GRUB", .kernel, .advice, "quiet", cure: "sudo update-grub && sudo reboot") {
      $0.kernel.change { ($0.arguments, $0.loader) = (KernelArguments(""), .grub) }
    },
    Ailment("Armbian", .kernel, .advice, "quiet", cure: "tee -a /boot/armbianEnv.txt") {
      $0.kernel.change {
        ($0.arguments, $0.loader) = (KernelArguments(""), .armbian(path: "/boot/armbianEnv.txt"))
      }
    },
    Ailment("no known loader", .kernel, .advice, "quiet", cure: "add quiet vt.") {
      $0.kernel.change { ($0.arguments, $0.loader) = (KernelArguments(""), .unknown) }
    },
    Ailment(
      "a board's word", .board, .advice, "4K pictures are large", cure: "cma=512M|' /boot/firmware"
    ) { $0.board.change { $0?.words.append(.init("cma=512M", reason: "4K pictures are large")) } },
    Ailment(
      "a board's sentences", .board, .advice, "a large; b small", cure: "cma=1M x=1"
    ) {
      $0.board.change {
        $0?.words += [.init("cma=1M", reason: "a large."), .init("x=1", reason: "b small.")]
      }
    },
    Ailment("board unknown", .board, .advice, "not known", cure: nil) { $0.board = .unknown("?") },
    Ailment("kernel unknown", .kernel, .advice, "not known", cure: nil) {
      $0.kernel = .unknown("?")
    },
  ]

  static let running: [Ailment] = [
    Ailment("no H.264", .decoder, .bad(.unavailable), "cannot decode h264", cure: "apt install") {
      $0.decoding.change { $0.missing = ["h264", "av1"] }
    },
    Ailment("no AV1", .decoder, .advice, "cannot decode av1", cure: "libavcodec-extra") {
      $0.decoding.change { $0.missing = ["av1"] }
    },
    Ailment("decoders unknown", .decoder, .advice, "not known", cure: nil) {
      $0.decoding = .unknown("?")
    },
    Ailment(
      "no real time", .scheduling, .advice, "limit 0", cure: "systemctl edit vitrine"
    ) { $0.scheduling.change { $0.realtimeLimit = 0 } },
    Ailment(
      "no real time without a service", .scheduling, .advice, "limit 0",
      cure: "echo 'kiosk - rtprio 20' | sudo tee /etc/security/limits.d/vitrine.conf"
    ) { facts in
      facts.scheduling.change { $0.realtimeLimit = 0 }
      facts.service.change { $0.unit = nil }
    },
    Ailment("a slow governor", .scheduling, .advice, "lowest speed", cure: "echo schedutil") {
      $0.scheduling.change { ($0.governor, $0.speedDriver) = ("powersave", "cpufreq-dt") }
    },
    Ailment("low voltage", .scheduling, .advice, "the voltage is too low", cure: "power supply") {
      $0.scheduling.change { $0.throttled = 0x5_0005 }
    },
    Ailment("voltage was low", .scheduling, .advice, "has been too low", cure: "power supply") {
      $0.scheduling.change { $0.throttled = 0x5_0000 }
    },
    Ailment("heat", .scheduling, .advice, "too hot", cure: "vcgencmd measure_temp") {
      $0.scheduling.change { $0.throttled = 0x8 }
    },
    Ailment("heat before", .scheduling, .advice, "was slowed down", cure: "cooler") {
      $0.scheduling.change { $0.throttled = 0x8_0000 }
    },
    Ailment("scheduling unknown", .scheduling, .advice, "not known", cure: nil) {
      $0.scheduling = .unknown("?")
    },
    Ailment(
      "masked", .service, .bad(.configuration), "masked", cure: "sudo systemctl unmask vitrine"
    ) {
      $0.service.change { $0.isMasked = true }
    },
    Ailment("not installed", .service, .advice, "not installed", cure: nil) {
      $0.service.change { $0.unit = nil }
    },
    Ailment("safe mode", .service, .bad(.unavailable), "failed too often", cure: "journalctl -b") {
      $0.service.change { ($0.isSafe, $0.isRunning) = (true, false) }
    },
    Ailment("failed", .service, .bad(.unavailable), "does not run", cure: "restart vitrine") {
      $0.service.change { $0.isRunning = false }
    },
    Ailment("not enabled", .service, .advice, "not enabled", cure: "sudo systemctl enable vitrine")
    {
      $0.service.change { $0.isEnabled = false }
    },
    Ailment("only installed", .service, .advice, "installed, and not", cure: "enable --now") {
      $0.service.change { ($0.isEnabled, $0.isRunning) = (false, false) }
    },
    Ailment("service unknown", .service, .advice, "not known", cure: nil) {
      $0.service = .unknown("?")
    },
    Ailment(
      "faults", .configuration, .bad(.configuration), "kiosk.yaml:3: what",
      cure: "vitrine config check /etc/vitrine/kiosk.yaml"
    ) { $0.configuration.change { $0.faults = ["/etc/vitrine/kiosk.yaml:3: what", "more"] } },
    Ailment(
      "no file", .configuration, .bad(.noInput), "kiosk cannot read it", cure: "ls -l /etc/vitrine"
    ) {
      $0.configuration.change {
        ($0.faults, $0.isUnreadable) = (["/etc/vitrine/kiosk.yaml: cannot be read"], true)
      }
    },
    Ailment("no list", .configuration, .bad(.noInput), "No such file", cure: "ls -l /srv/films") {
      $0.configuration.change { $0.lists = [.init("/srv/films", trouble: "No such file")] }
    },
    Ailment("configuration unknown", .configuration, .advice, "not known", cure: nil) {
      $0.configuration = .unknown("?")
    },
  ]
}

extension Facts {
  mutating func place(_ body: (inout PlaceFacts) -> Void) { places.change { body(&$0[0]) } }
}
