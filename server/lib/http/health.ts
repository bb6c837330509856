import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { isDiskFull } from '#server/db/is-database-away.ts'
import { isMigrated } from '#server/db/migrate.ts'
import type { Database } from '#server/db/pool.ts'
import type { DiskSpace } from '#server/lib/disk-space.ts'
import { errorDetails, throttle } from '#server/lib/log-errors.ts'

type Readiness = 'ready' | 'migrating' | 'degraded' | 'out of space'

const LOG_EVERY_MS = 10_000

const probe = { schema: { hide: true }, config: { isProbe: true } }

/** `/healthz`: the process runs. `/readyz`: the database answers, every migration has run, and the disk has room. */
export function registerHealth(app: FastifyInstance, db: Database, space: DiskSpace): void {
  const logSparingly = throttle(LOG_EVERY_MS)
  let looking: Promise<Readiness> | undefined

  async function look(log: FastifyBaseLogger): Promise<Readiness> {
    try {
      if (!(await isMigrated(db))) return 'migrating'
      return (await space.isFull()) ? 'out of space' : 'ready'
    } catch (error) {
      const err = errorDetails(error)
      logSparingly(() => log.warn({ err }, 'the clinic is not ready'))
      return isDiskFull(error) ? 'out of space' : 'degraded'
    }
  }

  /** Concurrent probes share one result, so that they cannot load the database. */
  function present(log: FastifyBaseLogger): Promise<Readiness> {
    looking ??= look(log).finally(() => (looking = undefined))
    return looking
  }

  app.get('/healthz', probe, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', probe, async (request, reply) => {
    const status = await present(request.log)
    void reply.header('cache-control', 'no-store')
    if (status === 'ready') return reply.send({ status })
    return reply.status(503).header('retry-after', '2').send({ status })
  })
}
