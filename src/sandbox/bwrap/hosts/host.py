"""Runs inside bubblewrap, after `program.py`: <first line> <second line> <modules to import now…>

Says the first line when all is imported. Then it takes one job, says the second line and becomes the program. What follows on standard
input is the program's.
"""


def begin(ready, greeting, *modules):
    load(modules)
    say(ready)
    become(greeting)


begin(*sys.argv[1:])
