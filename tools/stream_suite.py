"""Plays a folder of HLS and DASH streams headless, for tools/conformance --streams."""
import concurrent.futures
import functools
import http.server
import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import urllib.parse

# Test assets often have no extension, in a folder named after their format.
ENDINGS = (".mpd", ".m3u8")
FOLDERS = ("mpd", "m3u8")
TYPES = {".m3u8": "application/vnd.apple.mpegurl", ".mpd": "application/dash+xml"}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files whole or by range, which http.server does not support."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = pathlib.Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        data = path.read_bytes()
        match = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        first, last = 0, len(data) - 1
        if match:
            first = int(match[1])
            last = min(int(match[2] or last), last)
        if first > last and match:
            return self.send_error(416)
        self.send_response(206 if match else 200)
        if match:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.send_header("Content-Type", TYPES.get(path.suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        try:
            self.wfile.write(data[first:last + 1])
        except OSError:
            self.close_connection = True
        return None

    def log_message(self, *_):
        pass


def manifests(folder):
    """Returns all playlists and MPDs in a folder."""
    return sorted(
        path.relative_to(folder) for path in folder.rglob("*")
        if path.is_file() and (path.suffix in ENDINGS
                               or not path.suffix and path.parent.name in FOLDERS))


def play(name, origin, program, limit):
    """Plays a stream; returns the status, the seconds it took, the frames, and the last error."""
    url = f"{origin}/{urllib.parse.quote(str(name))}"
    with tempfile.TemporaryDirectory() as home:
        statistics = pathlib.Path(home, "statistics.json")
        command = [program, "play", "--display", "headless:640x360@60", "--audio", "none",
                   "--stats", statistics, url]
        environment = dict(os.environ, HOME=home)
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        try:
            log, status = process.communicate(timeout=limit)[1], process.returncode
        except subprocess.TimeoutExpired:
            process.terminate()
            log, status = process.communicate()[1], None
        frames = json.loads(statistics.read_text())["frames"] if statistics.exists() else {}
    errors = [line.partition(": ")[2] for line in log.splitlines() if line.startswith(("error: ", "warning: "))]
    reason = errors[-1].replace(f"{origin}/", "") if errors else ""
    return {"name": str(name), "status": status, "frames": frames,
            "reason": reason.removeprefix(f"{name}: ").removeprefix(f"{name.name}: ")}


def reference(name, folder):
    """Returns how many frames FFmpeg reads; None if it does not support the stream."""
    command = ["ffprobe", "-v", "error", "-allowed_extensions", "ALL", "-select_streams", "v:0",
               "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0",
               folder / name]
    if name.suffix != ".m3u8":
        return None
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None
    match = re.match(r"\d+", found.stdout)
    return int(match[0]) if match else None


def verdict(result):
    """Returns the result as text: plays, does not end, or the reason."""
    if result["status"] == 0:
        return "plays"
    if result["status"] is None:
        return f"does not end: {result['reason']}" if result["reason"] else "does not end"
    return result["reason"] or f"status {result['status']}"


def run(folder, program, jobs, limit, only):
    """Plays all streams and prints a table; returns how many dropped frames or differ from FFmpeg."""
    folder = folder.resolve()
    handler = functools.partial(Handler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    names = [name for name in manifests(folder) if re.search(only, str(name))]
    odd = 0
    print("| stream | result | shown | dropped | FFmpeg reads |\n|---|---|---|---|---|", flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for result in pool.map(lambda name: play(name, origin, program, limit), names):
            frames = result["frames"]
            known = reference(pathlib.Path(result["name"]), folder)
            dropped = frames.get("dropped", 0)
            if result["status"] == 0 and (dropped or known and known != frames.get("decoded")):
                odd += 1
            print(f"| {result['name']} | {verdict(result)} | {frames.get('presented', 0)} | {dropped} "
                  f"| {'–' if known is None else known} |", flush=True)
    server.shutdown()
    return odd
