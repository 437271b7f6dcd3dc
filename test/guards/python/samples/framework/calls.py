LOG = []


def note(word):
    LOG.append(word)
    return len(LOG)


def words():
    return list(LOG)


def identity(value):
    return value
