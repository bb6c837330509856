import { describeApi, type ApiDocument } from './api-docs/public.ts'
import { buildApp } from './app.ts'
import { createDatabase, createPool } from './db/pool.ts'
import { EventHub } from './lib/event-hub.ts'
import { secretBox } from './lib/secret-box.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'

/** The OpenAPI 3.1 document of the routes that the server really has. Opens no database. */
export async function openApiDocument(): Promise<object> {
  const nowhere = 'postgres://nobody@localhost/none'
  const db = createDatabase(createPool({ connectionString: nowhere }))
  const app = await buildApp({
    db,
    exportDb: db,
    hub: new EventHub(nowhere, () => undefined),
    clock: () => new Date(0),
    logger: false,
    limits: defaultLimits,
    sessionHours: 24,
    secrets: secretBox('secret.key'),
    uploadsDir: 'uploads',
  })
  const document = describeApi(app.swagger() as unknown as ApiDocument)
  await app.close()
  return document
}
