"""Compiles sources and tells what is wrong with the first that does not compile."""

import json
import sys
import warnings


def problem(source, path):
    """None when it compiles; `text` is the offending line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            compile(source, path, 'exec', dont_inherit=True)
    except SyntaxError as error:
        return {
            'kind': type(error).__name__,
            'message': error.msg,
            'line': error.lineno,
            'column': error.offset,
            'text': (error.text or '').rstrip('\n'),
        }
    except (ValueError, OverflowError) as error:
        return {'kind': 'SyntaxError', 'message': str(error), 'line': None, 'column': None, 'text': ''}
    except (MemoryError, RecursionError):
        return {'kind': 'SyntaxError', 'message': 'it is nested too deeply', 'line': None, 'column': None, 'text': ''}
    return None


def main():
    request = json.loads(sys.stdin.readline())
    print(json.dumps({'problem': problem(request['source'], request['path'])}))


if __name__ == '__main__':
    main()
