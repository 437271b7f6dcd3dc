"""Compiles the programs of this folder for the Python that runs it, so that it need not do so each time they are
started."""

import base64
import json
import marshal
import sys


def main():
    sources = json.loads(sys.stdin.readline())['sources']
    codes = {
        path: marshal.dumps(compile(source, path, 'exec', dont_inherit=True, optimize=2))
        for path, source in sources.items()
    }
    print(json.dumps({path: base64.b64encode(code).decode() for path, code in codes.items()}))


if __name__ == '__main__':
    main()
