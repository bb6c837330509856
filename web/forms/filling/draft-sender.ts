import type { SentAnswers } from '#shared/forms/signing-contract.ts'
import { dropDeviceDraft, keepDeviceDraft } from './device-drafts.ts'

/** The milliseconds without typing after which the answers are saved. */
const PAUSE_MS = 800
/** The milliseconds after which a failed save is repeated. */
const RETRY_MS = 10_000

/** The state of a draft; `device` means that it is saved on this device only. */
export type DraftState = 'clean' | 'saving' | 'saved' | 'device'

type Options = {
  scope: string
  versionId: string
  answers: SentAnswers
  /** Null if the server keeps no half-filled forms, so that the answers stay on the device. */
  save: ((answers: SentAnswers) => Promise<unknown>) | null
  onState: (state: DraftState) => void
}

/** Keeps the answers of one form on the device at once, and sends them to the server after each pause. */
export class DraftSender {
  readonly #options: Options
  #answers: SentAnswers
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  constructor(options: Options) {
    this.#options = options
    this.#answers = options.answers
  }

  get answers(): SentAnswers {
    return this.#answers
  }

  change(answers: SentAnswers): void {
    this.#answers = answers
    keepDeviceDraft(this.#options.scope, this.#options.versionId, answers)
    this.sendIn(PAUSE_MS)
  }

  sendIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  /** Stops sending the draft; answers that are not sent yet stay on the device. */
  pause(): void {
    clearTimeout(this.#timer)
  }

  /** Removes the draft from the device and stops saving, because the form is signed. */
  finish(): void {
    this.#isOver = true
    this.pause()
    dropDeviceDraft(this.#options.scope, this.#options.versionId)
  }

  async #send(): Promise<void> {
    const { scope, versionId, save, onState } = this.#options
    const sent = this.#answers
    if (save === null) return onState('device')
    onState('saving')
    const isSaved = await save(sent).then(
      () => true,
      () => false,
    )
    // While the answers were sent, the client typed on or signed; the next save takes care of the newer answers.
    if (this.#isOver || this.#answers !== sent) return
    if (isSaved) dropDeviceDraft(scope, versionId)
    else this.sendIn(RETRY_MS)
    onState(isSaved ? 'saved' : 'device')
  }
}
