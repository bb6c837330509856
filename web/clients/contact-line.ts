import type { ClientContact } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPhone } from '#shared/lib/phone.ts'

export const formatLastVisit = (date: string | null): string =>
  date === null ? s.noVisitYet : s.lastVisitOn(formatShortDate(date))

type Contact = Pick<ClientContact, 'contact_number' | 'last_visit' | 'is_second'>

/**
 * A line that distinguishes people of the same name: `0917 123 4567 · Last visit Nov 3, 2026`. It begins with a warning
 * when the e-mail is another client's.
 */
export const contactLine = ({ contact_number, last_visit, is_second }: Contact) =>
  [
    ...(is_second ? [s.secondRecord] : []),
    contact_number ? formatPhone(contact_number) : s.noPhone,
    formatLastVisit(last_visit),
  ].join(' · ')
