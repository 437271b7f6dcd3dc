"""What a program prints while it is watched, up to a bound; what is beyond it is lost."""

import io

MAX_TEXT = 64 * 1024


class Capture(io.TextIOBase):
    """A text stream that keeps what was written to it until it is taken."""

    encoding = 'utf-8'

    def __init__(self):
        self._parts = []
        self._room = MAX_TEXT

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {type(text).__name__}')
        if self._room > 0:
            self._parts.append(text[: self._room])
            self._room -= len(text)
        return len(text)

    def writable(self):
        return True

    def take(self):
        text = ''.join(self._parts)
        self._parts.clear()
        self._room = MAX_TEXT
        return text
