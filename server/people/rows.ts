import type { Role } from '#shared/people/role.ts'
import { nameKey, nameSearchText } from '#shared/people/name-search.ts'
import { fullName, searchable } from '#shared/lib/names.ts'
import { normalisePhone } from '#shared/lib/phone.ts'

/** The parts of a name; an undivided name is the first part. */
export type NameParts = {
  first_name: string
  middle_name?: string | null
  last_name?: string | null
  suffix?: string | null
}

/** `email_is_second`: the e-mail belongs to another record, see migration 0091; false by default. */
export type Contact = { email: string | null; contact_number: string | null; email_is_second?: boolean }

const partsOf = (name: NameParts) => ({
  first_name: name.first_name,
  middle_name: name.middle_name ?? null,
  last_name: name.last_name ?? null,
  suffix: name.suffix ?? null,
})

/** The text that person searches match: spellings of the name, the e-mail, and the number in both formats. */
const searchTextOf = (name: string, { email, contact_number }: Contact) =>
  searchable(nameSearchText(name), email, contact_number, normalisePhone(contact_number))

/** Column values for a name and contact details, with the values derived from them. */
export const contactColumns = (name: NameParts, contact: Contact) => ({
  ...partsOf(name),
  email: contact.email,
  email_is_second: contact.email_is_second ?? false,
  contact_number: contact.contact_number,
  contact_normalised: normalisePhone(contact.contact_number),
  search_text: searchTextOf(fullName(name), contact),
  name_search: nameKey(fullName(name)),
})

/** A new row of `people`. */
export const personRow = (id: string, name: NameParts, contact: Contact, now: Date) => ({
  id,
  ...contactColumns(name, contact),
  created_at: now,
  updated_at: now,
})

export type Password = {
  /** The password's hash; null if the person cannot log in. */
  hash: string | null
  /** Until when a default password works, and only for choosing another. */
  defaultUntil?: Date | null
}

/** A new row of `accounts`, with the id of its person. */
export const accountRow = (personId: string, role: Role, password: Password, now: Date) => ({
  id: personId,
  person_id: personId,
  role,
  password_hash: password.hash,
  must_set_password: password.defaultUntil != null,
  default_password_until: password.defaultUntil ?? null,
  created_at: now,
  updated_at: now,
})

/** True for people who need an account: staff, and clients with an e-mail or a password. */
export const needsAccount = (role: Role, email: string | null, password: Password): boolean =>
  role !== 'client' || email !== null || password.hash !== null

/** Leaves `is_second` out of a row unless it is true, which means that the e-mail belongs to another record. */
export const markSecond = <Row extends { is_second: boolean }>({ is_second, ...row }: Row) => ({
  ...row,
  ...(is_second && { is_second }),
})
