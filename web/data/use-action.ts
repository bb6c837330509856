import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, type CallOptions } from '#shared/lib/http-client.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { rereadAll } from '#web/lib/query.ts'
import { useConfirm, type Confirm, type ConfirmQuestion } from '#web/ui/overlays/confirm.tsx'
import { useRefusals } from '#web/ui/overlays/refusal-place.tsx'
import { toast, type ToastMessage } from '#web/ui/overlays/toast.ts'
import { useIdempotencyKey } from './idempotency-key.ts'

type Message = string | ToastMessage
type Send<In, Answer> = (input: In, options: CallOptions) => Promise<Answer>

export type ActionOptions<In, Answer> = {
  /**
   * A question that comes first; null asks nothing. With a `busyLabel` its dialog stays open while the work is done.
   * It is not asked over another page, when its words arrive that late.
   */
  ask?: (input: In) => ConfirmQuestion | null | Promise<ConfirmQuestion | null>
  /** What is said of success. */
  done?: Message | ((answer: Answer, input: In) => Message)
  /** What is said of a failure: a title, below which stands what the server or the connection said; or all of it. */
  failed: string | ((error: ApiError, input: In) => Message | null)
  /** Whatever an answer may have changed, and a failure may have been caused by: read again after both. */
  reread?: readonly Endpoint[]
  /** Several may be under way at once: rows of a list that show their change before the server has answered. */
  parallel?: boolean
  /** Sent with an `Idempotency-Key`; an endpoint says that itself. */
  idempotent?: boolean
  onDone?: (answer: Answer, input: In) => void
  onFailed?: (error: ApiError, input: In) => void
  /** When all is done, what had to be read again included: a row that was deleted has left the list by then. */
  onSettled?: (outcome: Outcome<Answer>, input: In) => void
}

/** `skipped`: the question was answered with no, or the work is under way already. */
export type Outcome<Answer> =
  { kind: 'done'; answer: Answer } | { kind: 'failed'; error: ApiError } | { kind: 'skipped' }

/** What was to be deleted is not there any more: deleted now, or by somebody else before. */
export const isGone = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.error.status === 404)

export type Action<In, Answer> = {
  busy: boolean
  /** Resolves when all is done, what had to be read again included; throws only what is a fault of the page itself. */
  run: (input: In, options?: CallOptions) => Promise<Outcome<Answer>>
}

const asMessage = (message: Message): ToastMessage => (typeof message === 'string' ? { title: message } : message)

/** Being logged out, or asked to wait, is no news about what the screen shows. */
const tellsOfData = (error: ApiError) => error.status !== 401 && error.status !== 429

/** Asks, and does the work, in the dialog of the question or after it. False when the answer was no. */
async function confirmed(confirm: Confirm, question: ConfirmQuestion | null, work: () => Promise<void>) {
  if (question?.busyLabel !== undefined) return confirm({ ...question, action: work })
  if (question && !(await confirm(question))) return false
  await work()
  return true
}

/** Whether the screen is still there. */
function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

type Say = (message: ToastMessage) => void

function notifyFailure<In, Answer>(
  { failed, onFailed }: ActionOptions<In, Answer>,
  { error, input, say }: { error: ApiError; input: In; say: Say },
): void {
  const message = typeof failed === 'string' ? { title: failed, description: error.message } : failed(error, input)
  // After an expired session, a dialog asks for the log-in: a message in the form would stay after it.
  if (message !== null) (error.status === 401 ? toast.error : say)(asMessage(message))
  onFailed?.(error, input)
}

function notifySuccess<In, Answer>({ done, onDone }: ActionOptions<In, Answer>, answer: Answer, input: In): void {
  if (done !== undefined) toast.success(asMessage(typeof done === 'function' ? done(answer, input) : done))
  onDone?.(answer, input)
}

/** Sends, and says how it went. */
async function perform<In, Answer>(
  options: ActionOptions<In, Answer>,
  input: In,
  { confirm, isHere, send, say }: { confirm: Confirm; isHere: () => boolean; send: () => Promise<Answer>; say: Say },
): Promise<Outcome<Answer>> {
  try {
    const question = (await options.ask?.(input)) ?? null
    if (options.ask && !isHere()) return { kind: 'skipped' }
    let answer: Answer
    const work = async () => {
      answer = await send()
    }
    if (!(await confirmed(confirm, question, work))) return { kind: 'skipped' }
    notifySuccess(options, answer!, input)
    return { kind: 'done', answer: answer! }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notifyFailure(options, { error, input, say })
    return { kind: 'failed', error }
  }
}

const sendWork = <In, Answer>(work: Endpoint | Send<In, Answer>, input: In, options: CallOptions): Promise<Answer> =>
  typeof work === 'function' ? work(input, options) : (api(work, input as never, options) as never)

/** Has read again what may have changed. Without a connection lists fail slowly, and the change can be tried again at once. */
async function rereadAfter<Answer>(outcome: Outcome<Answer>, reread: () => Promise<unknown>): Promise<void> {
  if (outcome.kind === 'skipped' || (outcome.kind === 'failed' && !tellsOfData(outcome.error))) return
  const reading = reread()
  if (outcome.kind === 'done' || outcome.error.code !== 'no_answer') await reading
}

/**
 * The one way to change something: sends one call (or `send`, for a change of several calls), one at a time, reports
 * the outcome, and reloads the data that may have changed. A success is shown in a toast; a failure too, or in the
 * surrounding dialog until something in it changes. `run` keeps its identity.
 *
 *     const remove = useAction(contract.deleteProduct, { done: s.deleted, failed: s.notDeleted, reread: [contract.products] })
 *     <Button busy={remove.busy} onClick={() => void remove.run({ params: { id } })}>
 */
export function useAction<E extends Endpoint>(
  e: E,
  options: ActionOptions<Input<E>, Output<E>>,
): Action<Input<E>, Output<E>>
export function useAction<In, Answer>(send: Send<In, Answer>, options: ActionOptions<In, Answer>): Action<In, Answer>
export function useAction<In, Answer>(
  work: Endpoint | Send<In, Answer>,
  options: ActionOptions<In, Answer>,
): Action<In, Answer> {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const isHere = useIsHere()
  const { say, clear } = useRefusals()
  const { idempotent } = typeof work === 'function' ? options : work
  const key = useIdempotencyKey(Boolean(idempotent))
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const latest = useRef({ work, options, key })
  useLayoutEffect(() => {
    latest.current = { work, options, key }
  })
  const run = useCallback(
    async (input: In, callOptions: CallOptions = {}): Promise<Outcome<Answer>> => {
      // Two clicks come before the button is drawn busy.
      if (isRunning.current && !latest.current.options.parallel) return { kind: 'skipped' }
      isRunning.current = true
      setBusy(true)
      clear()
      const now = latest.current
      const send = () => sendWork(now.work, input, { ...now.key.of(input), ...callOptions })
      try {
        const outcome = await perform(now.options, input, { confirm, isHere: () => isHere.current, send, say })
        if (outcome.kind === 'done') now.key.forget()
        await rereadAfter(outcome, () => rereadAll(queries, now.options.reread ?? []))
        now.options.onSettled?.(outcome, input)
        return outcome
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
    [queries, confirm, isHere, say, clear],
  )
  return { busy, run }
}
