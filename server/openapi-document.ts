import { buildApp } from './app.ts'
import { createDatabase, createPool } from './db/pool.ts'
import { EventHub } from './lib/event-hub.ts'
import { defaultLimits } from './lib/limits.ts'

/** The API as OpenAPI 3.1, from the routes that the server really has. Nothing is opened for it. */
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
    uploadsDir: 'uploads',
  })
  const document = app.swagger()
  await app.close()
  return document
}
