import { expect, test } from 'vitest'
import type { ImportKind } from './kinds.ts'
import { matchColumns, missingFields, systemOf } from './match-columns.ts'

const match = (kind: ImportKind, headings: readonly string[], samples: readonly string[][] = []) =>
  matchColumns(
    kind,
    headings.map((heading, at) => ({ heading, samples: samples[at] ?? [] })),
  )

test('the columns of a list of open packages are recognized by their headings; of two similar headings the more precise one counts', () => {
  const list = [
    'Client',
    'Mobile No.',
    'Package',
    'Service',
    'Total Sessions',
    'Remaining',
    'Amount left',
    'Valid until',
  ]
  const fields = ['name', 'contact_number', 'package', 'service', 'sessions_total', 'sessions_left', 'amount_left']
  expect(match('packages', [...list, 'Date'])).toEqual([...fields, 'last_day', 'bought_on'])
  // A column "Balance" may contain the sessions that are left or the amount that the client still owes, so no field is
  // proposed.
  expect(match('packages', ['Client', 'Package', 'Balance'])).toEqual(['name', 'package', null])
  const other = ['Name', 'Email', 'Package Name', 'Treatment/Service', 'Sessions', 'Sessions left', 'Expiry Date']
  expect(match('packages', other)).toEqual([
    'name',
    'email',
    'package',
    'service',
    'sessions_total',
    'sessions_left',
    'last_day',
  ])
  expect(missingFields('packages', ['name', 'package', 'service', 'sessions_total'])).toEqual([['sessions_left']])
})

test('the exports of Fresha, Square and Easy!Appointments are recognized by their headings', () => {
  const fresha = ['Client ID', 'First Name', 'Last Name', 'Full Name', 'Gender', 'Mobile Number', 'Email']
  const more = ['Accepts Marketing', 'Date of Birth', 'Added', 'Note']
  expect(systemOf('clients', [...fresha, ...more])).toBe('Fresha')
  expect(match('clients', [...fresha, ...more])).toEqual([
    null,
    'first_name',
    'last_name',
    'name',
    'sex',
    'contact_number',
    'email',
    null,
    'birth_date',
    'client_since',
    'note',
  ])
  const square = ['Reference ID', 'First Name', 'Last Name', 'Email Address', 'Phone Number', 'Birthday', 'Memo']
  expect(systemOf('clients', [...square, 'Creation Source', 'First Visit'])).toBe('Square')
  expect(match('clients', [...square, 'Creation Source', 'First Visit'])).toEqual([
    null,
    'first_name',
    'last_name',
    'email',
    'contact_number',
    'birth_date',
    'note',
    null,
    'client_since',
  ])
  const easy = [
    'id',
    'first_name',
    'last_name',
    'email',
    'mobile_number',
    'phone_number',
    'address',
    'zip_code',
    'notes',
  ]
  expect(systemOf('clients', easy)).toBe('Easy!Appointments')
  expect(match('clients', easy)).toEqual([
    null,
    'first_name',
    'last_name',
    'email',
    'contact_number',
    null,
    'address',
    null,
    'note',
  ])
  expect(match('appointments', ['start_datetime', 'provider', 'service', 'customer'])).toEqual([
    'date',
    'practitioner',
    'service',
    'name',
  ])
})

test('column headings in English and Filipino, and common abbreviations of them, are recognized as their field', () => {
  expect(match('clients', ['Apelyido', 'Pangalan', 'M.I.', 'CP No.', 'E-mail Add', 'B-day', 'Tirahan'])).toEqual([
    'last_name',
    'name',
    'middle_name',
    'contact_number',
    'email',
    'birth_date',
    'address',
  ])
  expect(match('services', ['Category', 'Name', 'Presyo', 'Mins'])).toEqual([
    'treatment',
    'service',
    'price',
    'duration',
  ])
  expect(match('products', ['Item', 'QTY', 'UOM'])).toEqual(['product', 'quantity', 'unit'])
})

test('a column without a useful heading is recognized by its values, and no field is filled from two columns', () => {
  const samples = [['Ana Reyes'], ['0917 123 4567', '9181112222'], ['ana@reyes.test'], ['0918 111 2222']]
  expect(match('clients', ['Client', 'A', '', 'B'], samples)).toEqual(['name', 'contact_number', 'email', null])
  expect(missingFields('services', match('services', ['Service', 'Price']))).toEqual([['treatment']])
})
