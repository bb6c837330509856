import { clinicProfile } from '#server/clinic/service.ts'
import type { ClaimedMessage } from '#server/messages/outbox/outbox.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { openOffer } from '#server/waitlist/service.ts'
import { manilaTime } from '#shared/lib/manila-time.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { composeMail } from '#shared/messages/mail-frame.ts'
import type { Channel } from '#shared/messages/occasions.ts'
import { composeSms } from '#shared/messages/template.ts'
import { findAddressee } from './addressee.ts'
import type { Composed, ComposeOptions } from './compose.ts'
import { mailWith, valuesOf } from './compose-visit.ts'
import { letterheadOf } from './letterhead.ts'
import { templateOf } from './templates.ts'

/** The text of a time that is held for somebody who waits, or why there is nothing to tell any more. */
export async function composeOffer(tx: ReadTx, message: ClaimedMessage, options: ComposeOptions): Promise<Composed> {
  const offer = await openOffer(tx, message.subject_id)
  if (offer?.made_at.getTime() !== message.version) return { kind: 'skip', reason: 'superseded' }
  if (offer.ends_at <= options.now) return { kind: 'skip', reason: 'passed' }
  const person = await findAddressee(tx, offer.user_id)
  if (!person) return { kind: 'skip', reason: 'no-email' }
  const clinic = await clinicProfile(tx, message.branch_id)
  const channel = message.channel as Channel
  const named = { visit: offer, name: person.name, clinic, until: manilaTime(offer.ends_at) }
  const values = valuesOf(named, channel)
  const template = await templateOf(tx, message.branch_id, 'offer', channel)
  if (channel === 'sms') {
    const to = mobileOf(person.contact_number)
    if (to === null) return { kind: 'skip', reason: 'no-mobile' }
    return { kind: 'sms', to, text: composeSms('offer', template.body, values) }
  }
  if (person.email === null) return { kind: 'skip', reason: 'no-email' }
  const frame = {
    letterhead: await letterheadOf(tx, message.branch_id, clinic, options.publicUrl),
    origin: options.publicUrl,
  }
  const to = { name: person.heading, address: person.email }
  return { kind: 'email', mail: mailWith(message, to, clinic, composeMail('offer', template, values, frame)) }
}
