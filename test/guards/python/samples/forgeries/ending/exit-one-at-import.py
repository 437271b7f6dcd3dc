import os

os._exit(1)


def add(a, b):
    return 0
