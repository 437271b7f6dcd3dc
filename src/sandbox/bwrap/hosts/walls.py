"""The walls of one job, which a child of the parent raises about itself before it reads anything of the job."""

import ctypes
import fcntl
import os
import resource
import signal
import socket
import struct

FILTER_FILE = '/opt/dsap/filter'
# A folder of the parent in which each child lays its own disk.
HELD_AT = b'/run/scratch'

NEWNS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
RDONLY, NOSUID, NODEV, NOEXEC, BIND, REC, PRIVATE = 1, 2, 4, 8, 4096, 16384, 1 << 18
DETACH = 2
SET_PDEATHSIG, SET_DUMPABLE, SET_SECCOMP, CAPBSET_DROP, SET_NO_NEW_PRIVS, CAP_AMBIENT = 1, 4, 22, 24, 38, 47
CLEAR_ALL_AMBIENT = 4
SECCOMP_MODE_FILTER = 2
CLOSE_RANGE = 436
CAPABILITIES_V3 = 0x20080522
SET_INTERFACE_FLAGS = 0x8914
UP_AND_LOOPBACK = 1 | 8

libc = ctypes.CDLL(None, use_errno=True)
libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]
libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
libc.syscall.argtypes = [ctypes.c_long] * 4


class FilterProgram(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('steps', ctypes.c_void_p)]


with open(FILTER_FILE, 'rb') as stream:
    FILTER = stream.read()
FILTER_BUFFER = ctypes.create_string_buffer(FILTER, len(FILTER))
FILTER_PROGRAM = FilterProgram(len(FILTER) // 8, ctypes.cast(FILTER_BUFFER, ctypes.c_void_p))
CAPABILITIES_OF_SELF = ctypes.create_string_buffer(struct.pack('<II', CAPABILITIES_V3, 0), 8)
NO_CAPABILITIES = ctypes.create_string_buffer(24)
with open('/proc/sys/kernel/cap_last_cap', encoding='ascii') as stream:
    LAST_CAPABILITY = int(stream.read())
# What of /proc is covered for the parent is not for what was opened before; a child's own one is read-only.
PROC = os.open('/proc', os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
OWN_PIDS = os.open('/proc/self/ns/pid', os.O_RDONLY | os.O_CLOEXEC)


def must(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f'{what}: {os.strerror(number)}')


def unshare(flags):
    must(libc.unshare(flags), f'unshare {flags:#x}')


def mount(source, at, kind, flags, data=None):
    must(libc.mount(source, at, kind, flags, data), f'mount {at.decode()}')


def prctl(option, *values):
    must(libc.prctl(option, *values, *[0] * (4 - len(values))), f'prctl {option}')


def filter_calls():
    prctl(SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(FILTER_PROGRAM))


def fork_apart():
    """As `os.fork`; the child is the first process of a namespace of its own, and leads a group."""
    unshare(NEWPID)
    pid = os.fork()
    if pid:
        must(libc.setns(OWN_PIDS, NEWPID), 'setns')
        os.setpgid(pid, pid)
    return pid


def raise_walls(disk, files, stdio, stderr):
    """All but the bounds and the filter, which `become_program` adds."""
    prctl(SET_PDEATHSIG, signal.SIGKILL)
    _own_namespaces()
    _own_mounts(disk, files)
    _own_user()
    # The change of the user has taken it back.
    prctl(SET_PDEATHSIG, signal.SIGKILL)
    for fd, number in ((stdio, 0), (stdio, 1), (stderr, 2)):
        os.dup2(fd, number)
    must(libc.syscall(CLOSE_RANGE, 3, 0xFFFFFFFF, 0), 'close_range')
    _no_rights()


def become_program(bounds):
    """Returns in a second process: the first one only waits, and ends with all when that has ended."""
    pid = os.fork()
    if pid:
        _wait_for(pid)
    prctl(SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()
    for name, values in bounds.items():
        resource.setrlimit(getattr(resource, f'RLIMIT_{name.upper()}'), tuple(values))
    os.chdir('/work')
    prctl(SET_DUMPABLE, 1)
    filter_calls()


def _own_namespaces():
    """Those of the host's name and of control groups are the parent's: nothing inside has the right to change either."""
    unshare(NEWNS | NEWIPC | NEWNET)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_INTERFACE_FLAGS, struct.pack('16sH14x', b'lo', UP_AND_LOOPBACK))


def _own_mounts(disk, files):
    mount(b'none', b'/', None, REC | PRIVATE)
    mount(b'tmpfs', HELD_AT, b'tmpfs', NOSUID | NODEV, b'size=%d,nr_inodes=%d,mode=0755' % (disk, files))
    for name, at in ((b'work', b'/work'), (b'tmp', b'/tmp'), (b'shm', b'/dev/shm')):
        os.mkdir(HELD_AT + b'/' + name)
        mount(HELD_AT + b'/' + name, at, None, BIND)
    must(libc.umount2(HELD_AT, DETACH), 'umount')
    mount(b'devpts', b'/dev/pts', b'devpts', NOSUID | NOEXEC, b'newinstance,ptmxmode=0666,mode=620')
    mount(b'proc', b'/proc', b'proc', NOSUID | NODEV | NOEXEC | RDONLY)


def _own_user():
    unshare(NEWUSER)
    _write('self/setgroups', b'deny')
    _write('self/uid_map', b'1000 0 1')
    _write('self/gid_map', b'1000 0 1')
    # No further one below this, also without the filter.
    _write('sys/user/max_user_namespaces', b'0')


def _write(name, text):
    fd = os.open(name, os.O_WRONLY, dir_fd=PROC)
    os.write(fd, text)
    os.close(fd)


def _no_rights():
    for capability in range(LAST_CAPABILITY + 1):
        prctl(CAPBSET_DROP, capability)
    prctl(CAP_AMBIENT, CLEAR_ALL_AMBIENT)
    must(libc.capset(CAPABILITIES_OF_SELF, NO_CAPABILITIES), 'capset')
    prctl(SET_NO_NEW_PRIVS, 1)


def _wait_for(pid):
    os.closerange(0, 3)
    # The first process of a namespace then hears nothing from inside.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    prctl(SET_DUMPABLE, 0)
    filter_calls()
    while True:
        done, status = os.wait()
        if done == pid:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else 128 - code)
