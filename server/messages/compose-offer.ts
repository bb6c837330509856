import { clinicProfile } from '#server/clinic/service.ts'
import type { ClaimedMessage } from '#server/db/outbox.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { footOf, type MailBody } from '#server/lib/mail-body.ts'
import { findPerson } from '#server/people/find-person.ts'
import { openOffer, type OpenOffer } from '#server/waitlist/service.ts'
import { manilaTime } from '#shared/lib/manila-time.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { mailMessages as s } from '#shared/messages/mail-messages.ts'
import type { Channel } from '#shared/messages/occasions.ts'
import { fillTemplate, paragraphsOf, plainSms, type TemplateValues } from '#shared/messages/template.ts'
import type { Composed, ComposeOptions } from './compose.ts'
import { mailWith, valuesOf } from './compose-visit.ts'
import { templateOf } from './templates.ts'

type Told = { message: ClaimedMessage; offer: OpenOffer; options: ComposeOptions }

function bodyOf(text: string, values: TemplateValues, { offer, options }: Told): Omit<MailBody, 'foot' | 'heading'> {
  const withWhom: [string, string][] = offer.practitioner_name === null ? [] : [[s.withWhom, offer.practitioner_name]]
  return {
    paragraphs: paragraphsOf(text).map((paragraph) => fillTemplate(paragraph, values)),
    facts: [
      [s.service, values.service],
      [s.when, s.moment(values.date, values.time)],
      ...withWhom,
      [s.heldUntil, values.until],
    ],
    action: options.publicUrl === undefined ? undefined : { label: s.takeTime, url: `${options.publicUrl}/Profile` },
    after: [],
  }
}

/** The text of a time that is held for somebody who waits, or why there is nothing to tell any more. */
export async function composeOffer(tx: ReadTx, message: ClaimedMessage, options: ComposeOptions): Promise<Composed> {
  const offer = await openOffer(tx, message.subject_id)
  if (offer?.made_at.getTime() !== message.version) return { kind: 'skip', reason: 'superseded' }
  if (offer.ends_at <= options.now) return { kind: 'skip', reason: 'passed' }
  const person = await findPerson(tx, offer.user_id)
  if (!person) return { kind: 'skip', reason: 'no-email' }
  const clinic = await clinicProfile(tx, message.branch_id)
  const channel = message.channel as Channel
  const named = { visit: { ...offer, further: null }, name: person.name, clinic, until: manilaTime(offer.ends_at) }
  const values = valuesOf(named, channel)
  const template = await templateOf(tx, message.branch_id, 'offer', channel)
  if (channel === 'sms') {
    const to = mobileOf(person.contact_number)
    if (to === null) return { kind: 'skip', reason: 'no-mobile' }
    return { kind: 'sms', to, text: plainSms(fillTemplate(template.body, values)) }
  }
  if (person.email === null) return { kind: 'skip', reason: 'no-email' }
  const body = {
    ...bodyOf(template.body, values, { message, offer, options }),
    heading: clinic.name,
    foot: footOf(clinic),
  }
  const to = { name: person.name, address: person.email }
  return { kind: 'email', mail: mailWith(message, to, fillTemplate(template.subject, values), body) }
}
