"""Attacks that reach for what is outside: secrets, networks, files, processes."""

import json
import os
import signal
import socket
import subprocess

from pyodide_host import host_folder, javascript
from targets import TARGETS


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


def symlink():
    os.symlink(TARGETS["outside"], "planted")
    os.symlink(TARGETS["secretFile"], "secret")
    with open("planted/written", "w") as stream:
        stream.write("by the attack")
    with open("secret") as stream:
        return stream.read()
