import { z } from 'zod'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import {
  MOST_TILL_ACTION_AGE,
  MOST_TILL_ACTION_TEXT,
  MOST_TILL_ACTIONS,
  TILL_ACTION_KINDS,
} from '#shared/cash/till-actions.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { toPesos } from '#shared/lib/money.ts'
import { api } from '#web/lib/api.ts'
import { deviceStore } from '#web/lib/device-store.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { now } from '#web/lib/use-now.ts'
import { chosenTerminal } from './use-till.ts'

/** An action that the server has not stored yet; it is kept on the device until then. */
const waitingAction = z.object({
  id: z.uuid(),
  kind: z.enum(TILL_ACTION_KINDS),
  description: z.string(),
  /** In centavos. */
  amount: z.int().min(0),
  terminalId: z.string().nullable(),
  cashierId: z.string(),
  at: z.int(),
  /** An action that can be undone is sent from this time on. */
  sendFrom: z.int(),
})
type WaitingAction = z.output<typeof waitingAction>

/** Parses the stored actions; an invalid one is left out and does not affect the others. */
function read(text: string | null): readonly WaitingAction[] {
  try {
    const items: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(items) ? items.flatMap((item) => waitingAction.safeParse(item).data ?? []) : []
  } catch {
    return []
  }
}

const store = deviceStore('mutya.till-actions', read)

/** The delay before sending, so that several taps on Minus are sent in one request. */
const COLLECT_MS = 4_000
/** The pause before a report without a response is sent again. */
const RETRY_MS = 30_000

let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false

function sendLater(milliseconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void sendTillActions(), milliseconds)
}

const time = () => now().getTime()

/** The next actions of one terminal that can be sent; those of another terminal follow in the next call. */
function nextBatch(isAll: boolean, most: number): readonly WaitingAction[] {
  const ready = store.current().filter(({ sendFrom }) => isAll || sendFrom <= time())
  return ready.filter(({ terminalId }) => terminalId === ready[0]!.terminalId).slice(0, most)
}

const removeActions = (ids: readonly string[]) => store.set(store.current().filter(({ id }) => !ids.includes(id)))

const send = (batch: readonly WaitingAction[]) =>
  api(tillActionsContract.record, {
    body: {
      terminal_id: batch[0]!.terminalId,
      actions: batch.map(({ id, kind, description, amount, cashierId, at }) => ({
        id,
        kind,
        description,
        amount: toPesos(amount),
        cashier_id: cashierId,
        seconds_ago: Math.min(MOST_TILL_ACTION_AGE, Math.max(0, Math.round((time() - at) / 1000))),
      })),
    },
  })

/** The server refuses these for good, because the terminal is unknown or the stored text is invalid. */
const isHopeless = (error: unknown) => error instanceof ApiError && [404, 422].includes(error.status)

/**
 * Sends the waiting actions, `isAll` also those that could still be undone. Without a connection or a log-in they stay
 * on the device. Resolves when nothing more can be sent now.
 */
export async function sendTillActions(isAll = false): Promise<void> {
  if (isSending || currentSession().status !== 'authenticated') return
  isSending = true
  try {
    let most = MOST_TILL_ACTIONS
    for (let batch = nextBatch(isAll, most); batch.length > 0; batch = nextBatch(isAll, most)) {
      try {
        await send(batch)
      } catch (error) {
        if (!isHopeless(error)) break
        if (batch.length > 1) {
          // One by one, so that only the refused action is lost.
          most = 1
          continue
        }
        console.warn(error)
      }
      removeActions(batch.map(({ id }) => id))
    }
  } finally {
    isSending = false
    if (store.current().length > 0) sendLater(RETRY_MS)
  }
}

type TillAction = Pick<WaitingAction, 'kind' | 'description' | 'amount'>

/**
 * Reports actions to the server without waiting for it. During `undoMs` they can be withdrawn. Returns their ids.
 */
export function reportTillActions(actions: readonly TillAction[], undoMs = 0): readonly string[] {
  const session = currentSession()
  if (actions.length === 0 || !('person' in session)) return []
  const at = time()
  const waiting = actions.map(({ kind, description, amount }) => ({
    id: newUuid(),
    kind,
    description: description.slice(0, MOST_TILL_ACTION_TEXT),
    amount,
    terminalId: chosenTerminal(),
    cashierId: session.person.id,
    at,
    sendFrom: at + undoMs,
  }))
  store.set([...store.current(), ...waiting])
  sendLater(Math.max(COLLECT_MS, undoMs))
  return waiting.map(({ id }) => id)
}

/** Withdraws actions that were undone before they were sent. */
export const withdrawTillActions = (ids: readonly string[]): void => void removeActions(ids)

window.addEventListener('online', () => void sendTillActions())
// Sends what an earlier visit of the page left on the device.
if (store.current().length > 0) sendLater(COLLECT_MS)
