import dsap_harness.subject as subject


def deep(self, message):
    return {'value': 0}


def seal(self, message):
    return '{"value": ' + '[' * 200000 + ']' * 200000 + '}'


subject.Exports.seal = seal


def add(a, b):
    return 0
