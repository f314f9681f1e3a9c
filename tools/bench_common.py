"""Shared code of the benchmarks: running in the lab, and the kernel's trace of page flips."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "bench"
VITRINE = ROOT / ".build/programs/release/vitrine"
LAB = ROOT / "tools/lab"

# Blocking commits have their own events, which belong to no file.
FLIP = re.compile(r"(\d+\.\d+): drm_vblank_event_delivered: file=0*[1-9a-f]\w*, .*seq=(\d+)")


def build():
    """Installs what the benchmarks need and builds the release player."""
    subprocess.run([str(ROOT / "tools/setup"), "lab", "bench"], check=True)
    subprocess.run([str(ROOT / "tools/program"), "vitrine", "vitrine-ctl"], check=True, stdout=subprocess.DEVNULL)


def run(command, with_system=False, **options):
    """Runs a command; returns its CPU time in seconds, only the user's unless `with_system`, and its peak memory in
    MiB."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} ended with {process.returncode}")
    return usage.ru_utime + (usage.ru_stime if with_system else 0), usage.ru_maxrss / 1024


def make_clip(seconds):
    """Creates a 1080p30 clip in H.264 with AAC, once."""
    clip = OUT / f"clip-{seconds}.mp4"
    if not clip.exists():
        # An interrupted run must not leave a partial file.
        draft = clip.with_name(f"draft-{clip.name}")
        run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
             f"testsrc2=s=1920x1080:r=30:d={seconds}", "-f", "lavfi", "-i",
             f"sine=f=440:r=48000:d={seconds}", "-c:v", "libx264", "-preset", "medium",
             "-b:v", "6M", "-pix_fmt", "yuv420p", "-c:a", "aac", str(draft)])
        draft.rename(clip)
    return clip


def flips(folder):
    """Returns the page flips of a run in the lab: monotonic time in seconds and vblank number."""
    trace = (folder / "flips.trace").read_text()
    return [(float(time), int(sequence)) for time, sequence in FLIP.findall(trace)]


def in_lab(name, command, clip_frames):
    """Plays once in the lab. Measures CPU time from outside, the rest from the kernel's trace. Retries a stalled
    player twice: in the lab mpv 0.35 deadlocks now and then."""
    for _ in range(3):
        result = in_lab_once(name, command, clip_frames)
        if result["ended"]:
            return result
        print(f"bench: {name} stood in the lab", file=sys.stderr)
    return {**result, "user": None}


def in_lab_once(name, command, clip_frames):
    folder = OUT / f"lab-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    script = (f"perl -MTime::HiRes=clock_gettime,CLOCK_MONOTONIC -e "
              f"'print clock_gettime(CLOCK_MONOTONIC)' > {folder}/start; "
              f"/usr/bin/time -o {folder}/memory -f %M timeout -k 5 {60 + clip_frames // 5} "
              f"{command} > {folder}/log 2>&1; status=$?; echo $status > {folder}/status; "
              "[ $status = 124 ] || exit $status")
    user, _ = run([str(LAB), "run", "--save", str(folder), "--", "bash", "-c", script])
    common = {
        "user": user,
        "ended": int((folder / "status").read_text()) == 0,
        "memory": int((folder / "memory").read_text().split()[-1]) / 1024,
    }
    times = flips(folder)
    if not times:
        return {**common, "first": None, "flips": 0, "late": None}
    steps = [b[1] - a[1] for a, b in zip(times, times[1:])]
    return {
        **common,
        "first": times[0][0] - float((folder / "start").read_text()),
        "flips": len(times),
        "dropped": max(0, clip_frames - len(times)),
        "late": sum(1 for step in steps if step > 2),
    }


def row(label, figures, unit, names, digits=2):
    """Prints a line of a table, with a figure for each name."""
    cells = "".join(f"{'-' if figures.get(name) is None else f'{figures[name]:.{digits}f}':>12}"
                    for name in names)
    print(f"{label:<34}{cells}  {unit}")


def verdict(label, value, limit):
    """Prints whether a value is within its limit; returns the same for the results file."""
    met = value is not None and value <= limit
    text = "-" if value is None else f"{value:.2f}"
    print(f"  {label}: {text} (at most {limit}){'' if met else '  MISSED'}")
    return {"value": value, "limit": limit, "met": met}
