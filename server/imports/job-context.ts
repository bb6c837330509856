import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Tx } from '#server/db/pool.ts'
import type { CommitQueue } from '#server/lib/commit-queue.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { BatchOfRows } from './queries.ts'

/** The person who started the step. The step continues in their name, even when they have logged out. */
const principalOf = ({ created_by: id, created_by_name: name }: BatchOfRows): Principal => ({
  id,
  person_id: id,
  name,
  email: null,
  role: 'admin',
  permissions: permissionsOf('admin'),
  must_set_password: false,
  must_set_up_second_factor: false,
  session_id: '',
  hand_over_id: null,
  api_key_id: null,
})

/**
 * The context in which a job changes data. A job has no request, so `request` is empty, and `log` and `reply` must not
 * be used.
 */
export function jobContext(
  tx: Tx,
  batch: BatchOfRows,
  { now, queue, events }: { now: Date; queue: CommitQueue; events: HubEvent[] },
): Context<Principal> {
  return {
    tx,
    now,
    user: principalOf(batch),
    branchId: batch.branch_id,
    request: {
      id: batch.id,
      address: '',
      token: null,
      ifMatch: null,
      idempotencyKey: null,
      holdKey: null,
      userAgent: null,
    },
    log: undefined as unknown as FastifyBaseLogger,
    reply: undefined as unknown as FastifyReply,
    publish: (event) => void events.push(event),
    atCommit: (hook, item) => queue.add(hook, item),
  }
}
