import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { findDeposit, findDepositOfVisit } from '#server/deposits/public.ts'
import { visitLinkOf } from '#server/messages/visit-link.ts'
import { formatDay, formatInstant, formatLongDate } from '#shared/lib/manila-time.ts'
import { formatPeso } from '#shared/lib/money.ts'
import type { DepositMessageType } from '#shared/messages/message-types.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { clinicValues, findAddressee, skip, writeMail, writeSms, type Composer } from './composer.ts'

/** The sentence that asks for the unpaid deposit of a visit; undefined if the visit has none. */
export async function depositSentence(
  tx: ReadTx,
  { id, client_id }: { id: string; client_id: string },
): Promise<string | undefined> {
  const deposit = await findDepositOfVisit(tx, client_id, id)
  if (deposit?.status !== 'requested') return undefined
  const amount = formatPeso(deposit.amount_centavos)
  return deposit.lapses_at === null
    ? s.depositWanted(amount)
    : s.depositWantedUntil(amount, formatInstant(deposit.lapses_at))
}

/**
 * Composes a message about a deposit that the client has to pay: staff asked for it, or did not find its payment. The
 * message is skipped if the client has reported the payment meanwhile, or if the deposit was paid or the visit
 * cancelled.
 */
export const composeDeposit =
  (occasion: DepositMessageType): Composer =>
  async (tx, message, options) => {
    const deposit = await findDeposit(tx, message.branch_id, message.subject_id)
    if (deposit?.status !== 'requested') return skip('superseded')
    const person = await findAddressee(tx, deposit.user_id)
    if (!person) return skip('no-email')
    const clinic = await clinicProfile(tx, message.branch_id)
    const values = {
      ...clinicValues(clinic),
      client: person.name,
      amount: formatPeso(deposit.amount_centavos),
      date: message.channel === 'sms' ? formatDay(deposit.appointment_date) : formatLongDate(deposit.appointment_date),
      ...(deposit.refused_reason !== null && { reason: deposit.refused_reason }),
    }
    const about = { occasion, values }
    if (message.channel === 'sms') return writeSms(tx, message, { ...about, number: person.contact_number })
    if (person.email === null) return skip('no-email')
    const to = { name: person.heading, address: person.email }
    const { publicUrl, now } = options
    const visit = { id: deposit.appointment_id, client_id: deposit.client_id, email: person.email }
    const link = publicUrl === undefined ? undefined : await visitLinkOf(tx, now, visit, publicUrl)
    return { kind: 'email', mail: await writeMail(tx, message, options, { ...about, to, clinic, frame: { link } }) }
  }
