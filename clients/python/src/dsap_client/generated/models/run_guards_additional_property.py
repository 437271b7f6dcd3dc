from typing import Literal

RunGuardsAdditionalProperty = Literal['fatal', 'satisfied', 'unsatisfied', 'waived']

RUN_GUARDS_ADDITIONAL_PROPERTY_VALUES: set[RunGuardsAdditionalProperty] = { 'fatal', 'satisfied', 'unsatisfied', 'waived',  }

def check_run_guards_additional_property(value: str) -> RunGuardsAdditionalProperty:
    if value in RUN_GUARDS_ADDITIONAL_PROPERTY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_GUARDS_ADDITIONAL_PROPERTY_VALUES!r}")
