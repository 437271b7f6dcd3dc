"""What there is to be attacked (targets.ts): the first argument of the program."""

import json
import sys

TARGETS = json.loads(sys.argv[1])
