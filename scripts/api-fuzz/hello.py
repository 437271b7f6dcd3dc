"""What the README does with curl, by the client that openapi-python-client makes: publish, start, wait, read. Prints the greeting."""
import sys

from dsap_client import Client
from dsap_client.api.runs import get_result, start_run
from dsap_client.api.workflows import publish_workflow
from dsap_client.models import (
    PublishedDefinition,
    Result,
    StartedRun,
    StartRunInput,
    StartRunInputWorkflow,
    WorkflowDefinition,
)

client = Client(base_url=sys.argv[1])
outputs = ['Good day.', 'Hello Ada!']
published = publish_workflow.sync(
    client=client,
    body=WorkflowDefinition(
        name='hello',
        specification='Greet {input.who} in one line.',
        model={'name': 'sim:script', 'extra': {'sim': {'outputs': {'greet': outputs}}}},
        steps=[
            {
                'id': 'greet',
                'generator': {'kind': 'llm', 'prompt': 'Write the greeting.'},
                'guard': {'sequence': [{'use': 'contains', 'with': {'text': 'Hello'}}, {'use': 'length', 'with': {'max': 40}}]},
            }
        ],
    ),
)
assert isinstance(published, PublishedDefinition), published
body = StartRunInput(workflow=StartRunInputWorkflow(name=published.name), input_={'who': 'Ada'}, id=sys.argv[2])
started = start_run.sync(client=client, body=body)
assert isinstance(started, StartedRun), started
result = get_result.sync(client=client, id=started.id, wait='30s')
assert isinstance(result, Result), result
print(result.artifacts['greet'].content)
