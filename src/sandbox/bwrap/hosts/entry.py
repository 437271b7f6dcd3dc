"""Starts the parent outside: <socket> <user and group, or -> <command…>

Listens where nobody but its own user may ask, gives up that user, and becomes the command, which finds the socket as a file descriptor.
"""

import os
import socket
import sys

LISTENING = 20
BACKLOG = 128

path, account, *command = sys.argv[1:]
listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
listening.bind(path)
listening.listen(BACKLOG)
os.dup2(listening.fileno(), LISTENING, inheritable=True)
if account != '-':
    os.setgroups([])
    os.setgid(int(account))
    os.setuid(int(account))
os.execv(command[0], command)
