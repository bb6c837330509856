import { z } from 'zod'
import { deleteOldMessages, recoverMessages, SEND_TASK } from '#server/db/outbox.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { channelsOf, deliver, remind, tellOfRequests, type MessageServices } from '#server/messages/service.ts'
import type { Job } from './run-jobs.ts'

const DAY_MS = 86_400_000
/** How long the history of messages goes back. */
const KEPT_DAYS = 183

const payload = z.object({ id: z.uuid() })

/** What the runner does about messages: it sends them, writes reminders, finds what was left, and clears what is old. */
export function messageJobs(services: MessageServices): {
  jobs: Record<string, Job>
  schedule: Record<string, string>
} {
  const { db, clock } = services
  return {
    jobs: {
      [SEND_TASK]: (given, closing) => deliver(services, payload.parse(given).id, closing),
      'write-reminders': async () => void (await remind(db, channelsOf(services), clock())),
      'tell-of-requests': async () => void (await tellOfRequests(db, channelsOf(services), MAIN_BRANCH_ID, clock())),
      'recover-messages': () => inTransaction(db, (tx) => recoverMessages(tx, clock())),
      'forget-messages': async () => {
        const before = new Date(clock().getTime() - KEPT_DAYS * DAY_MS)
        await inTransaction(db, (tx) => deleteOldMessages(tx, before))
      },
    },
    schedule: {
      'write-reminders': '* * * * *',
      'tell-of-requests': '* * * * *',
      'recover-messages': '* * * * *',
      'forget-messages': '10 19 * * *',
    },
  }
}
