import { z } from 'zod'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import {
  MOST_TILL_ACTION_AGE,
  MOST_TILL_ACTION_TEXT,
  MOST_TILL_ACTIONS,
  TILL_ACTION_KINDS,
} from '#shared/cash/till-actions.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { MAX_CENTAVOS, toPesos } from '#shared/lib/money.ts'
import { api } from '#web/lib/api.ts'
import { deviceStore } from '#web/lib/device-store.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { now } from '#web/lib/use-now.ts'
import { chosenTerminal } from './use-till.ts'

/** A till action that waits on this device, because the server has not confirmed that it is stored. */
const waitingAction = z.object({
  id: z.uuid(),
  kind: z.enum(TILL_ACTION_KINDS),
  description: z.string(),
  /** The amount of the deleted line or abandoned order in centavos; 0 for an opened drawer. */
  amount: z.int().min(0),
  terminalId: z.string().nullable(),
  cashierId: z.string(),
  at: z.int(),
  /**
   * The earliest time at which the action is sent, so that it can be undone before. It is sent earlier if its Undo ends
   * earlier.
   */
  sendFrom: z.int(),
})
type WaitingAction = z.output<typeof waitingAction>

/** Parses the stored actions. Invalid actions are skipped, and do not affect the others. */
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

/** The longest time during which an action can be undone, even while the pointer rests on the toast with Undo. */
const MOST_UNDO_MS = 5 * 60_000

let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | null = null

function sendLater(milliseconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void sendTillActions(), milliseconds)
}

const time = () => now().getTime()

/** The actions whose Undo this page offers, each with the function that removes the offer. */
const undoOffers = new Map<string, () => void>()

/** Ends the Undo of these actions and removes the offers from the screen. */
function endUndo(ids: readonly string[]): void {
  for (const id of ids) {
    const removeOffer = undoOffers.get(id)
    undoOffers.delete(id)
    removeOffer?.()
  }
}

/**
 * Returns the next actions that can be sent together. They all belong to one terminal; the actions of another terminal
 * follow in the next call.
 */
function nextBatch(most: number): readonly WaitingAction[] {
  const ready = store.current().filter(({ sendFrom }) => sendFrom <= time())
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

/**
 * True if the server refuses actions permanently, because the terminal is unknown or a stored text is invalid. The
 * error page of a proxy does not count as such a refusal.
 */
const isHopeless = (error: unknown) =>
  error instanceof ApiError && !error.isForeign && [404, 422].includes(error.status)

/** Sends the actions whose time has come. Without a connection the actions stay on the device. */
async function sendWaitingActions(): Promise<void> {
  let most = MOST_TILL_ACTIONS
  for (let batch = nextBatch(most); batch.length > 0; batch = nextBatch(most)) {
    const ids = batch.map(({ id }) => id)
    // An action that the server might already have stored cannot be undone any more.
    endUndo(ids)
    try {
      await send(batch)
    } catch (error) {
      if (!isHopeless(error)) return
      if (batch.length > 1) {
        // From now on the actions are sent one by one, so that only the refused one is dropped.
        most = 1
        continue
      }
      console.warn(error)
    }
    removeActions(ids)
  }
}

/** Ends the Undo of these actions, so that they are sent next. */
function allowSending(ids: readonly string[]): void {
  endUndo(ids)
  store.set(store.current().map((action) => (ids.includes(action.id) ? { ...action, sendFrom: 0 } : action)))
}

const tryAgainLater = () => void (store.current().length > 0 && sendLater(RETRY_MS))

/**
 * Sends the waiting actions; with `isAll` also those that could still be undone. Without a connection or a log-in they
 * stay on the device. Resolves when nothing more can be sent now.
 */
export async function sendTillActions(isAll = false): Promise<void> {
  if (isAll) allowSending(store.current().map(({ id }) => id))
  if (currentSession().status !== 'authenticated') return tryAgainLater()
  sending ??= sendWaitingActions().finally(() => {
    sending = null
    tryAgainLater()
  })
  return sending
}

type TillAction = Pick<WaitingAction, 'kind' | 'description' | 'amount'>

/** Shortens a text to the contract's maximum; a character of two code units is never cut in half. */
const shorten = (text: string) => text.slice(0, MOST_TILL_ACTION_TEXT).replace(/[\uD800-\uDBFF]$/, '')

/**
 * Queues till actions for the server without waiting for it, and returns their ids. With `removeUndo` the actions can
 * be withdrawn until they are sent, by `sendUndoable` or for another reason; `removeUndo` is then called to remove the
 * offer to undo them.
 */
export function reportTillActions(actions: readonly TillAction[], removeUndo?: () => void): readonly string[] {
  const session = currentSession()
  if (actions.length === 0 || !('person' in session)) return []
  const at = time()
  const waiting = actions.map(({ kind, description, amount }) => ({
    id: newUuid(),
    kind,
    description: shorten(description),
    // The total of an order can exceed the largest amount that the server accepts.
    amount: Math.min(amount, MAX_CENTAVOS),
    terminalId: chosenTerminal(),
    cashierId: session.person.id,
    at,
    sendFrom: removeUndo ? at + MOST_UNDO_MS : at,
  }))
  store.set([...store.current(), ...waiting])
  if (removeUndo) for (const { id } of waiting) undoOffers.set(id, removeUndo)
  sendLater(COLLECT_MS)
  return waiting.map(({ id }) => id)
}

/** Sends actions whose Undo is over. Actions that were withdrawn or already sent are ignored. */
export function sendUndoable(ids: readonly string[]): void {
  if (!store.current().some(({ id, sendFrom }) => sendFrom > 0 && ids.includes(id))) return
  allowSending(ids)
  sendLater(0)
}

/** True while all of these actions can still be withdrawn, because none was sent. */
export const canWithdraw = (ids: readonly string[]): boolean => ids.every((id) => undoOffers.has(id))

/** Withdraws actions that were undone before they were sent. */
export function withdrawTillActions(ids: readonly string[]): void {
  ids.forEach((id) => undoOffers.delete(id))
  removeActions(ids)
}

/** Ends the Undo of actions that another tab of this till has sent. */
function onStorage(): void {
  const waiting = new Set(store.current().map(({ id }) => id))
  endUndo([...undoOffers.keys()].filter((id) => !waiting.has(id)))
}

// The listener of `store` was registered earlier and so runs first: `onStorage` sees what the other tab has stored.
window.addEventListener('storage', onStorage)
window.addEventListener('online', () => void sendTillActions())
// Sends the actions that were left on the device when the page was open earlier.
if (store.current().length > 0) sendLater(COLLECT_MS)
