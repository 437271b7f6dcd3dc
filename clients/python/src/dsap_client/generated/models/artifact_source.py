from typing import Literal

ArtifactSource = Literal['generated', 'human', 'imported']

ARTIFACT_SOURCE_VALUES: set[ArtifactSource] = { 'generated', 'human', 'imported',  }

def check_artifact_source(value: str) -> ArtifactSource:
    if value in ARTIFACT_SOURCE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ARTIFACT_SOURCE_VALUES!r}")
