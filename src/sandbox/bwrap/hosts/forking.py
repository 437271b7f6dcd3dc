"""Runs inside bubblewrap, after `walls.py` and `program.py`: <greeting> <modules to import now…>

Says `ready` when all is imported, and forks for each line on standard input, JSON {job, disk, files, bounds}: the job's standard input and
output, and its standard error, are the next two connections. Says `began <job> <pid>` and `ended <job> <code>`. Nothing of a job is read
here: its child says the greeting when it has walled itself in and taken its job, and becomes the program.
"""

import gc
import select

LISTENING = 20
# Seconds: who orders a job has connected before.
PATIENCE = 5
NAMESPACES = ('ipc', 'mnt', 'net', 'pid', 'user')


class Orders:
    """The jobs that are ordered, and those under way."""

    def __init__(self):
        self._listening = socket.socket(fileno=LISTENING)
        self._listening.settimeout(PATIENCE)
        self._poll = select.poll()
        self._poll.register(0, select.POLLIN)
        self._children = {}
        self._text = b''

    def serve(self):
        """Returns at the end of the orders, with nothing, and in each child, with its order."""
        while True:
            for fd, _ in self._poll.poll():
                if fd != 0:
                    self._tell_ended(fd)
                    continue
                part = os.read(0, 65536)
                if not part:
                    return None
                *lines, self._text = (self._text + part).split(b'\n')
                for line in lines:
                    order = self._fork(json.loads(line))
                    if order is not None:
                        return order

    def _fork(self, order):
        stdio, _ = self._listening.accept()
        stderr, _ = self._listening.accept()
        with stdio, stderr:
            pid = fork_apart()
            if pid == 0:
                return {**order, 'stdio': stdio.detach(), 'stderr': stderr.detach()}
        pidfd = os.pidfd_open(pid)
        self._children[pidfd] = order['job'], pid
        self._poll.register(pidfd, select.POLLIN)
        say(f'began {order["job"]} {pid}')
        return None

    def _tell_ended(self, pidfd):
        job, pid = self._children.pop(pidfd)
        self._poll.unregister(pidfd)
        os.close(pidfd)
        say(f'ended {job} {os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}')


def workspace():
    """What is loaded from the disk, for the children's own."""
    contents = {}
    for folder, _, names in os.walk('.'):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, encoding='utf-8', newline='') as stream:
                contents[path] = stream.read()
    return contents


def namespaces():
    return ' '.join(os.readlink(f'/proc/self/ns/{name}') for name in NAMESPACES)


def forking(greeting, *modules):
    load(modules)
    files = workspace()
    gc.collect()
    gc.freeze()
    say(f'ready {namespaces()}')
    order = Orders().serve()
    if order is None:
        os._exit(0)
    raise_walls(order['disk'], order['files'], order['stdio'], order['stderr'])
    become_program(order['bounds'])
    lay(files)
    become(greeting)


forking(*sys.argv[1:])
