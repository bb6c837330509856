import { openApiDocument } from '#server/openapi-document.ts'

// Prints the API, as the server has it, on standard output: `npm run --silent openapi > openapi.json`.
process.stdout.write(`${JSON.stringify(await openApiDocument(), null, 2)}\n`)
