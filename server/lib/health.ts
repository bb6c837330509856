import type { FastifyInstance } from 'fastify'
import { isMigrated } from '#server/db/migrate.ts'
import type { Database } from '#server/db/pool.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers and every migration has run. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    try {
      const migrated = await isMigrated(db)
      return await reply.status(migrated ? 200 : 503).send({ status: migrated ? 'ready' : 'migrating' })
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      return reply.status(503).header('retry-after', '2').send({ status: 'degraded' })
    }
  })
}
