"""Made of the OpenAPI document: `npm run python-client`."""
