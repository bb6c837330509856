import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { ApiError, type CallOptions } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'
import { rereadAll } from '#web/lib/query.ts'
import { useConfirm, type Confirm, type ConfirmQuestion } from '#web/ui/overlays/confirm.tsx'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'
import { toast, type ToastMessage } from '#web/ui/overlays/toast.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'

type Message = string | ToastMessage
type Send<In, Answer> = (input: In, options: CallOptions) => Promise<Answer>

export type ActionOptions<In, Answer> = {
  /**
   * The question to ask before the action; with null nothing is asked. With a `busyLabel` its dialog stays open during
   * the work. Nothing is asked or sent if the person has left the page meanwhile.
   */
  ask?: (input: In) => ConfirmQuestion | null | Promise<ConfirmQuestion | null>
  /** The message that is shown after success. */
  done?: Message | ((answer: Answer, input: In) => Message)
  /** The message after a failure: a title, below which the server's error is shown; or the whole message. */
  failed: string | ((error: ApiError, input: In) => Message | null)
  /** Endpoints whose data may have changed; reloaded after success and failure. */
  reread?: readonly Endpoint[]
  /** If true, several calls may run at once, as in lists that show a change before the server answers. */
  parallel?: boolean
  /** If true, sends an `Idempotency-Key`. Usually the endpoint declares that it needs one. */
  idempotent?: boolean
  onDone?: (answer: Answer, input: In) => void
  onFailed?: (error: ApiError, input: In) => void
  /** Called at the end, after the reload: a deleted row has left its list by then. */
  onSettled?: (outcome: Outcome<Answer>, input: In) => void
}

/** `skipped`: the person answered the question with no, or a call is already running. */
export type Outcome<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'failed'; error: ApiError }
  | { kind: 'skipped' }

/** True when the record no longer exists: deleted now, or earlier by somebody else. */
export const isGone = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.error.status === 404)

export type Action<In, Answer> = {
  busy: boolean
  /** Resolves after call and reload; rejects only for bugs of the page. */
  run: (input: In, options?: CallOptions) => Promise<Outcome<Answer>>
}

const asMessage = (message: Message): ToastMessage => (typeof message === 'string' ? { title: message } : message)

/** False for errors that say nothing about the data: logged out or too many requests. */
const isAboutData = (error: ApiError) => error.status !== 401 && error.status !== 429

/**
 * Asks the question and runs the work, in the question's dialog or after this dialog has closed. False when the person
 * said no.
 */
async function confirmAndRun(confirm: Confirm, question: ConfirmQuestion | null, work: () => Promise<void>) {
  if (question?.busyLabel !== undefined) return confirm({ ...question, action: work })
  if (question && !(await confirm(question))) return false
  await work()
  return true
}

/** A ref that is true while the component is mounted. */
function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

type ShowMessage = (message: ToastMessage) => void

function notifyFailure<In, Answer>(
  { failed, onFailed }: ActionOptions<In, Answer>,
  { error, input, showRefusal }: { error: ApiError; input: In; showRefusal: ShowMessage },
): void {
  const message = typeof failed === 'string' ? { title: failed, description: error.message } : failed(error, input)
  // The message is a toast after a 401, because in the form it would still be shown after the log-in, and if somebody
  // else has changed the row, because forms then close.
  const isToast = error.status === 401 || error.code === 'state_moved'
  if (message !== null) (isToast ? toast.error : showRefusal)(asMessage(message))
  onFailed?.(error, input)
}

function notifySuccess<In, Answer>({ done, onDone }: ActionOptions<In, Answer>, answer: Answer, input: In): void {
  if (done !== undefined) toast.success(asMessage(typeof done === 'function' ? done(answer, input) : done))
  onDone?.(answer, input)
}

type CallSteps<Answer> = {
  confirm: Confirm
  isMounted: RefObject<boolean>
  send: () => Promise<Answer>
  showRefusal: ShowMessage
}

/** Asks for confirmation if the action has a question, sends the call, and shows the result in a toast. */
async function askAndSend<In, Answer>(
  options: ActionOptions<In, Answer>,
  input: In,
  { confirm, isMounted, send, showRefusal }: CallSteps<Answer>,
): Promise<Outcome<Answer>> {
  try {
    const question = (await options.ask?.(input)) ?? null
    if (options.ask && !isMounted.current) return { kind: 'skipped' }
    let answer: Answer
    const work = async () => {
      answer = await send()
    }
    if (!(await confirmAndRun(confirm, question, work))) return { kind: 'skipped' }
    notifySuccess(options, answer!, input)
    return { kind: 'done', answer: answer! }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notifyFailure(options, { error, input, showRefusal })
    return { kind: 'failed', error }
  }
}

const sendWork = <In, Answer>(work: Endpoint | Send<In, Answer>, input: In, options: CallOptions): Promise<Answer> =>
  typeof work === 'function' ? work(input, options) : (api(work, input as never, options) as never)

/**
 * Reloads what may have changed. Without a connection it does not wait for the reload, because failing takes long and
 * the person may want to retry at once.
 */
async function rereadAfter<Answer>(outcome: Outcome<Answer>, reread: () => Promise<unknown>): Promise<void> {
  if (outcome.kind === 'skipped' || (outcome.kind === 'failed' && !isAboutData(outcome.error))) return
  const reading = reread()
  if (outcome.kind === 'done' || outcome.error.code !== 'no_answer') await reading
}

/**
 * The one way to change something: sends one call (or `send`, for a change of several calls), one at a time, reports
 * the outcome, and reloads the data that may have changed. A success is shown in a toast; a failure too, or in the
 * surrounding dialog until something in it changes. `run` is the same function in every render.
 *
 *     const remove = useAction(contract.deleteProduct, {
 *       done: s.deleted, failed: s.notDeleted, reread: [contract.products],
 *     })
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
  const isMounted = useIsMounted()
  const { showRefusal, clear } = useRefusals()
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
      // A ref holds this state, because the second click of a double click comes before the next render.
      if (isRunning.current && !latest.current.options.parallel) return { kind: 'skipped' }
      isRunning.current = true
      setBusy(true)
      clear()
      const now = latest.current
      const send = () => sendWork(now.work, input, { ...now.key.of(input), ...callOptions })
      try {
        const outcome = await askAndSend(now.options, input, { confirm, isMounted, send, showRefusal })
        if (outcome.kind === 'done') now.key.forget()
        await rereadAfter(outcome, () => rereadAll(queries, now.options.reread ?? []))
        now.options.onSettled?.(outcome, input)
        return outcome
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    },
    [queries, confirm, isMounted, showRefusal, clear],
  )
  return { busy, run }
}
