import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { pageLanguage } from '#shared/lib/language.ts'
import { apiKeyMessages as s } from '#shared/api-keys/messages.ts'
import { describeApi, type ApiDocument } from './describe-api.ts'

const PAGE = '/api/docs'
const DOCUMENT = '/api/openapi.json'

/**
 * The files of Swagger UI that the page needs. They come from the npm package, because the page loads nothing from
 * other hosts.
 */
const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

const folder = () => path.join(path.dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')

const page = () => `<!doctype html>
<html lang="${pageLanguage}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${s.documentation}</title>
<link rel="stylesheet" href="${PAGE}/swagger-ui.css">
<link rel="stylesheet" href="${PAGE}/page.css">
</head>
<body>
<main id="swagger-ui"></main>
<script src="${PAGE}/swagger-ui-bundle.js"></script>
<script src="${PAGE}/start.js"></script>
</body>
</html>
`

/**
 * The script that starts Swagger UI. It is a file of its own, because the security policy forbids inline scripts.
 * Without a validator URL, Swagger UI sends the document to nobody.
 */
const start = `SwaggerUIBundle({
  url: '${DOCUMENT}',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  persistAuthorization: false,
  requestSnippetsEnabled: true,
})
`

const style = `body { margin: 0; background: #fff; color: #1b1b1b; }
.swagger-ui .wrapper { max-width: 72rem; }
.swagger-ui .opblock-tag, .swagger-ui .opblock-summary { min-height: 2.75rem; }
`

/** Files are cached for an hour only, because they may change with the version of the app. */
const FILE_CACHE = 'public, max-age=3600'

/**
 * Returns the OpenAPI document that the build has written beside the bundle: generating it would block the server for a
 * second. Without a build, as in tests, the document is generated.
 */
const readDocument = (app: FastifyInstance): Promise<string> =>
  readFile(path.join(import.meta.dirname, 'openapi.json'), 'utf8').catch(() =>
    JSON.stringify(describeApi(app.swagger() as unknown as ApiDocument)),
  )

/**
 * Serves the OpenAPI document of this server and a page that shows it. Both are public, as the source code is: they say
 * which calls exist, and nothing about the clinic.
 */
export function serveApiDocs(app: FastifyInstance): void {
  let document: Promise<string> | undefined
  const options = { schema: { hide: true }, config: { access: 'public', isDocumentation: true } } as const
  app.get(DOCUMENT, options, async (_request, reply) => {
    document ??= readDocument(app)
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await document)
  })
  const texts = [
    [PAGE, 'text/html', page()],
    [`${PAGE}/start.js`, 'text/javascript', start],
    [`${PAGE}/page.css`, 'text/css', style],
  ] as const
  for (const [url, type, text] of texts)
    app.get(url, options, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text),
    )
  for (const [name, type] of Object.entries(files))
    app.get(`${PAGE}/${name}`, options, async (_request, reply) => {
      const file = path.join(folder(), name)
      void reply.headers({ 'cache-control': FILE_CACHE, 'content-length': (await stat(file)).size })
      return reply.type(type).send(createReadStream(file))
    })
}
