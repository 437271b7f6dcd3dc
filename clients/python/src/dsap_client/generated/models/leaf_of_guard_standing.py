from typing import Literal

LeafOfGuardStanding = Literal['asked', 'open', 'passed']

LEAF_OF_GUARD_STANDING_VALUES: set[LeafOfGuardStanding] = { 'asked', 'open', 'passed',  }

def check_leaf_of_guard_standing(value: str) -> LeafOfGuardStanding:
    if value in LEAF_OF_GUARD_STANDING_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LEAF_OF_GUARD_STANDING_VALUES!r}")
