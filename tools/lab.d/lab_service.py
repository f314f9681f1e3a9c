"""In the lab: a player as a service, with the folders and the socket that systemd would provide."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time

PLUG = pathlib.Path("/sys/kernel/config/vkms/lab/connectors/o/status")


class Log:
    """Lines of JSON with timestamps."""

    def __init__(self, path):
        self.file = open(path, "w", buffering=1, encoding="utf-8")
        self.lock = threading.Lock()

    def note(self, **fields):
        with self.lock:
            self.file.write(json.dumps({"time": time.monotonic(), **fields}) + "\n")


class Service:
    """The player, with the folders and the socket that systemd would provide."""

    def __init__(self, log, command, said, isquiet=False):
        """With `isquiet`, the watchdog's notices are not logged."""
        self.log, self.command, self.isquiet = log, command, isquiet
        self.said = open(said, "ab")
        place = tempfile.mkdtemp()
        folders = {name: f"{place}/{name}" for name in ("state", "runtime")}
        for folder in folders.values():
            os.makedirs(folder)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"{place}/notify")
        self.environment = dict(
            os.environ, NOTIFY_SOCKET=f"{place}/notify", WATCHDOG_USEC="20000000",
            STATE_DIRECTORY=folders["state"], RUNTIME_DIRECTORY=folders["runtime"])
        threading.Thread(target=self.listen, daemon=True).start()
        self.start()

    def listen(self):
        while True:
            notice = self.socket.recv(4096).decode()
            if notice.startswith("STATUS="):
                self.status = notice
            if "WATCHDOG=1" in notice or "READY=1" in notice:
                self.alive = time.monotonic()
            if not (self.isquiet and notice == "WATCHDOG=1"):
                self.log.note(notice=notice)

    def start(self):
        self.status, self.alive = "", time.monotonic()
        self.log.note(start=True)
        self.process = subprocess.Popen(self.command, env=self.environment, stderr=self.said)

    def kill(self):
        self.log.note(kill=True)
        self.process.kill()
        self.process.wait()

    def hold(self):
        """Logs the resources that the player and the kernel use."""
        proc = pathlib.Path(f"/proc/{self.process.pid}")
        status = (proc / "status").read_text(encoding="ascii")
        rss = next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)
        lists = pathlib.Path("/sys/kernel/debug/dri").glob("[0-9]*/framebuffer")
        count = sum(file.read_text(encoding="ascii").count("framebuffer[") for file in lists)
        self.log.note(
            rss=rss, descriptors=len(os.listdir(proc / "fd")), framebuffers=count,
            said=os.fstat(self.said.fileno()).st_size)

    def end(self):
        self.log.note(end=True)
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait()


def write(path, text, at_once):
    """Writes a file atomically like an editor, or in place like a shell."""
    if at_once:
        pathlib.Path(path + ".new").write_text(text, encoding="utf-8")
        os.rename(path + ".new", path)
    else:
        pathlib.Path(path).write_text(text, encoding="utf-8")
