"""Runs inside bubblewrap, after `program.py`: <first line> <second line> <modules to import now…>

Says the first line when all is imported. Then it takes one job, says the second line and becomes the program. What follows on standard
input is the program's.
"""


def begin(ready, greeting, *modules):
    sys.path[0] = os.getcwd()
    for module in modules:
        importlib.import_module(module)
    say(ready)
    given = job()
    lay(given['files'])
    say(greeting)
    run(given['argv'])


begin(*sys.argv[1:])
