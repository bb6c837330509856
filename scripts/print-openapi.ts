import { openApiDocument } from '#server/openapi-document.ts'

// Prints the OpenAPI document of the server to standard output: `npm run --silent openapi > openapi.json`.
process.stdout.write(`${JSON.stringify(await openApiDocument(), null, 2)}\n`)
