"""Attacks that take more than they are given: processes, time, memory, room on disks, lines."""

import os
import signal
import sys
import time

from targets import TARGETS

MB = 1024 * 1024


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
