import type { ImportField, ImportKind } from './kinds.ts'

export type ReadyMap = {
  system: 'Fresha' | 'Square' | 'Easy!Appointments'
  kind: ImportKind
  /** The headings by which an export of this system is recognized. A file must have all of them. */
  signature: readonly string[]
  fields: Readonly<Record<string, ImportField>>
}

/**
 * For each system, the headings in its exports that cannot be recognized by their words, with the fields that they
 * name.
 */
export const readyMaps: readonly ReadyMap[] = [
  {
    system: 'Fresha',
    kind: 'clients',
    signature: ['client id', 'mobile number', 'accepts marketing'],
    fields: {
      'first name': 'first_name',
      'last name': 'last_name',
      'mobile number': 'contact_number',
      email: 'email',
      gender: 'sex',
      'referral source': 'referred_by',
      'date of birth': 'birth_date',
      address: 'address',
      added: 'client_since',
      note: 'note',
    },
  },
  {
    system: 'Fresha',
    kind: 'services',
    signature: ['service name', 'retail price', 'category name'],
    fields: {
      'service name': 'service',
      'category name': 'treatment',
      'retail price': 'price',
      duration: 'duration',
      description: 'description',
    },
  },
  {
    system: 'Fresha',
    kind: 'appointments',
    signature: ['appt ref', 'scheduled date', 'team member'],
    fields: {
      client: 'name',
      service: 'service',
      'scheduled date': 'date',
      'scheduled time': 'time',
      'team member': 'practitioner',
      'appointment notes': 'note',
    },
  },
  {
    system: 'Square',
    kind: 'clients',
    signature: ['first name', 'email address', 'creation source'],
    fields: {
      'first name': 'first_name',
      'last name': 'last_name',
      'email address': 'email',
      'phone number': 'contact_number',
      birthday: 'birth_date',
      'street address 1': 'address',
      memo: 'note',
      groups: 'tags',
      'first visit': 'client_since',
    },
  },
  {
    system: 'Square',
    kind: 'products',
    signature: ['token', 'item name', 'variation name'],
    fields: { 'item name': 'product', 'reporting category': 'category', categories: 'category' },
  },
  {
    system: 'Square',
    kind: 'services',
    signature: ['token', 'item name', 'variation name'],
    fields: { 'item name': 'service', categories: 'treatment', price: 'price', description: 'description' },
  },
  {
    system: 'Easy!Appointments',
    kind: 'clients',
    signature: ['first name', 'mobile number', 'zip code'],
    fields: {
      'first name': 'first_name',
      'last name': 'last_name',
      email: 'email',
      'mobile number': 'contact_number',
      address: 'address',
      notes: 'note',
    },
  },
  {
    system: 'Easy!Appointments',
    kind: 'appointments',
    signature: ['start datetime', 'provider', 'customer'],
    fields: { 'start datetime': 'date', provider: 'practitioner', customer: 'name', service: 'service', notes: 'note' },
  },
]
