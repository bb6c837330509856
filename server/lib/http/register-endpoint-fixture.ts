import Fastify, { type FastifyInstance } from 'fastify'
import cookie from '@fastify/cookie'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { createDatabase, type Database } from '#server/db/pool.ts'
import { findPrincipal } from '#server/sessions/public.ts'
import { createTestDatabase, createTestPool } from '#server/test/database.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { handleError } from './errors.ts'
import { addAuthorization } from './authorize.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import { createRegisterEndpoint, type Handler } from './register-endpoint.ts'

/** Contract fields that do not matter in these tests. */
export const posted = { method: 'POST', url: '/api/t', access: 'public', summary: '' } as const

export type EndpointFixture = {
  db: Database
  /** The events announced after a commit by the server created last. */
  published: HubEvent[][]
  /** Starts a server with one endpoint, optionally on another database or with another pool for changes. */
  serve: <E extends Endpoint>(
    e: E,
    handler: Handler<E>,
    pools?: { db?: Database; changeDb?: Database },
  ) => Promise<FastifyInstance>
  /** The database's URL for the app's role. */
  appUrl: string
  roomNames: () => Promise<string[]>
  close: () => Promise<void>
}

export const addRoom = (tx: Database, name: string) =>
  tx
    .insertInto('resources')
    .values({ id: crypto.randomUUID(), branch_id: MAIN_BRANCH_ID, kind: 'room', name, position: 9 })
    .execute()

/** A database and a function that starts one-endpoint servers on it. */
export async function openEndpointFixture(): Promise<EndpointFixture> {
  const database = await createTestDatabase()
  const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 10 }))
  const appDb = createDatabase(createTestPool({ connectionString: database.appUrl, max: 10, isGuarded: true }))
  const apps: FastifyInstance[] = []
  const endpointFixture: EndpointFixture = {
    db,
    published: [],
    appUrl: database.appUrl,
    serve: async (e, handler, { db: on = appDb, changeDb } = {}) => {
      const app = Fastify()
      apps.push(app)
      endpointFixture.published = []
      app.setValidatorCompiler(validatorCompiler)
      app.setSerializerCompiler(() => JSON.stringify)
      app.setErrorHandler(handleError)
      await app.register(cookie)
      const now = new Date('2026-11-21T01:00:00Z')
      const warn = (error: unknown) => app.log.warn({ err: error })
      addAuthorization(app, { findPrincipal: (token) => findPrincipal({ db, warn }, token, now) })
      const afterCommit = (events: HubEvent[]) => void endpointFixture.published.push(events)
      createRegisterEndpoint(app, { db: on, changeDb, exportDb: on, clock: () => now, afterCommit })(e, handler)
      await app.ready()
      return app
    },
    roomNames: async () => (await db.selectFrom('resources').select('name').execute()).map((row) => row.name),
    close: async () => {
      await Promise.all(apps.map((app) => app.close()))
      await db.destroy()
      await appDb.destroy()
      await database.drop()
    },
  }
  return endpointFixture
}
