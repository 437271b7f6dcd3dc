"""What Pyodide's JavaScript host would let a program do. On CPython there is none."""

import os
import sys


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
