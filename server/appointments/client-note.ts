import { questionsOfServices } from '#server/catalogue/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import { refusalMessages } from '#shared/appointments/messages.ts'
import type { Booking } from './lock-client-and-day.ts'

/**
 * Returns what a client wrote while booking, as lines of text: each answered question with its answer, then the note.
 * Returns null if the client wrote nothing. The text keeps the words of the questions, which the clinic may change
 * later. Throws a 409 with the current questions for an answer to a question that the visit's services do not ask.
 */
export async function clientNoteOf(
  tx: ReadTx,
  { service_id, further_services = [], answers = [], client_note }: Booking,
): Promise<string | null> {
  if (answers.length > 0) {
    const asked = await questionsOfServices(tx, [service_id, ...further_services])
    if (answers.some(({ question }) => !asked.includes(question)))
      throw new AppError('conflict', refusalMessages.questionsChanged, { data: asked })
  }
  const lines = answers.map(({ question, answer }) => `${question} ${answer}`)
  return [...lines, ...(client_note ? [client_note] : [])].join('\n') || null
}
