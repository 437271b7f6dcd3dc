from typing import Literal

LeafOfGuardNature = Literal['deterministic', 'human', 'judged']

LEAF_OF_GUARD_NATURE_VALUES: set[LeafOfGuardNature] = { 'deterministic', 'human', 'judged',  }

def check_leaf_of_guard_nature(value: str) -> LeafOfGuardNature:
    if value in LEAF_OF_GUARD_NATURE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LEAF_OF_GUARD_NATURE_VALUES!r}")
