from typing import Literal

ArtifactStatus = Literal['accepted', 'discarded', 'pending', 'rejected', 'superseded', 'waived']

ARTIFACT_STATUS_VALUES: set[ArtifactStatus] = { 'accepted', 'discarded', 'pending', 'rejected', 'superseded', 'waived',  }

def check_artifact_status(value: str) -> ArtifactStatus:
    if value in ARTIFACT_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ARTIFACT_STATUS_VALUES!r}")
