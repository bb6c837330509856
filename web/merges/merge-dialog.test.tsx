import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { mergesContract, type MergeSide } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { ClientFigures } from '#web/clients/client-history.tsx'
import { client, sampleClient, listOf, sampleClientDetail, sampleContact, sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentVersions } from '#web/test/screen.tsx'
import { choiceOf, takesOf, usuallyStays, type Pair } from './side-by-side.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { MergeSection } from './merge-section.tsx'

const known = sampleClientDetail()
const side: MergeSide = {
  id: client.id,
  user_id: client.user_id,
  name: 'Bianca Garcia',
  email: null,
  contact_number: '0917 555 0101',
  location: null,
  photo: null,
  note: 'Prefers mornings.',
  joined_at: client.joined_at,
  last_visit: '2026-11-20',
  visits: 3,
  total_spent: 4500,
  log_in: 'No email',
  version: 4,
}
const twin: MergeSide = {
  ...side,
  id: sampleId(41),
  user_id: sampleId(42),
  name: 'Bianca G.',
  email: 'bianca@example.ph',
  note: 'Allergic to latex.',
  visits: 0,
  last_visit: null,
  total_spent: 0,
  version: 9,
}
const pair = (other: Partial<MergeSide> = {}): Pair => ({ this: side, other: { ...twin, ...other } })
const contact = sampleContact({ user_id: twin.user_id, client_id: twin.id, name: twin.name })

/** Draws the merge dialog and chooses the other record, so that the dialog compares both. */
async function compared(other: Partial<MergeSide> = {}) {
  answer(clientsContract.contacts, listOf(contact))
  answer(mergesContract.compare, { data: { kept: side, other: { ...twin, ...other } } })
  const drawn = drawScreen(<MergeDialog open client={known} onClose={() => undefined} />)
  await drawn.person.type(await screen.findByRole('combobox', { name: /^Other record/ }), 'Bianca')
  await drawn.person.click(await screen.findByRole('option', { name: /Bianca G\./ }))
  await screen.findByText(s.stays)
  return drawn
}
const chosenIn = (label: string) =>
  within(screen.getByRole('radiogroup', { name: label }))
    .getAllByRole('radio')
    .map((radio) => radio.getAttribute('aria-checked'))

test('the merge dialog asks only about fields that differ; by default a filled field replaces an empty one, and both notes are kept', async () => {
  await compared()
  expect(screen.queryByRole('radiogroup', { name: 'Phone' })).toBeNull()
  expect(chosenIn('Name')).toEqual(['true', 'false'])
  expect(chosenIn('Email')).toEqual(['false', 'true'])
  expect(chosenIn('Note')).toEqual(['false', 'false', 'true'])
  expect(screen.getByText('Merge Bianca G. into Bianca Garcia?')).toBeTruthy()
})

test('a merge takes the value of the remaining record for each field in which the user has chosen none', async () => {
  const { person } = await compared()
  await person.click(screen.getByRole('radio', { name: /The other record/ }))
  expect(chosenIn('Name')).toEqual(['false', 'true'])
  expect(screen.getByText('Merge Bianca Garcia into Bianca G.?')).toBeTruthy()
})

test('by default the record with a log-in remains after a merge, or the opened record if both have one', async () => {
  await compared({ log_in: 'Own password' })
  // Of the two records the one with a log-in remains by default.
  expect(screen.getByText('Merge Bianca Garcia into Bianca G.?')).toBeTruthy()
  expect(screen.queryByText(s.otherLogIn)).toBeNull()
  const withBoth: Pair = { this: { ...side, log_in: 'Own password' }, other: { ...twin, log_in: 'Own password' } }
  expect(usuallyStays(withBoth)).toBe('this')
})

test('the merge dialog warns when the record that remains is not the one with the client’s own password', async () => {
  const { person } = await compared({ log_in: 'Own password' })
  await person.click(screen.getByRole('radio', { name: /This record/ }))
  expect(screen.getByText(s.otherLogIn)).toBeTruthy()
})

test('a merge is sent with the versions of both records, and an error is shown if the server rejects it', async () => {
  refuse(mergesContract.merge, { status: 409, code: 'stale', message: 'Somebody was faster.', data: side })
  const { person } = await compared()
  await person.click(screen.getByRole('button', { name: s.merge }))
  expect(await screen.findByText(s.notMerged)).toBeTruthy()
  expect(asked).toContain(`POST /api/clients/${side.id}/merge`)
  expect(sentVersions).toContain('4')
})

test('after a merge the comparison is not requested again, because one of the two records no longer exists', async () => {
  answer(mergesContract.merge, { data: client })
  answer(mergesContract.last, { data: null })
  const comparisons = () => asked.filter((call) => call.includes('/compare/')).length
  const { person } = await compared()
  const before = comparisons()
  expect(before).toBeGreaterThan(0)
  await person.click(screen.getByRole('button', { name: s.merge }))
  expect(await screen.findByText(s.merged('Bianca Garcia'))).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('button', { name: s.merge })).toBeTruthy())
  expect(comparisons()).toBe(before)
})

test('a merge is not sent before the other record has been chosen from the list', async () => {
  answer(clientsContract.contacts, listOf(contact))
  const { person } = drawScreen(<MergeDialog open client={known} onClose={() => undefined} />)
  await person.click(await screen.findByRole('button', { name: s.merge }))
  expect(await screen.findByText(s.otherRequired)).toBeTruthy()
  expect(asked.some((call) => call.endsWith('/merge'))).toBe(false)
})

test('a merge request says for each field whether the value of the remaining record or of the other record is kept', () => {
  expect(takesOf(pair(), 'this', {})).toMatchObject({ name: 'kept', email: 'other', note: 'both' })
  expect(takesOf(pair(), 'other', { name: 'this', note: 'this' })).toMatchObject({
    name: 'other',
    email: 'kept',
    note: 'other',
  })
  expect(choiceOf(pair({ note: 'x'.repeat(1990) }), 'note', 'other', {})).toBe('other')
})

test('a cashier cannot merge records', () => {
  drawScreen(<MergeSection client={known} />, { role: 'cashier' })
  expect(screen.queryByRole('button', { name: s.open })).toBeNull()
})

test('for a day the client’s page offers to undo a merge; undoing loads the number of no-shows again', async () => {
  answer(mergesContract.last, {
    data: { id: sampleId(51), name: 'Bianca G.', merged_at: client.joined_at, undo_until: client.joined_at },
  })
  answer(mergesContract.undo, { data: sampleClient({ name: 'Bianca G.' }) })
  answer(visitContract.noShows, { data: { no_shows: 3, last_date: '2026-11-20' } })
  const { person } = drawScreen(
    <>
      <ClientFigures client={known} />
      <MergeSection client={known} />
    </>,
    { role: 'admin' },
  )
  expect(await screen.findByText('3')).toBeTruthy()
  answer(visitContract.noShows, { data: { no_shows: 1, last_date: '2026-11-20' } })
  expect(await screen.findByText('Merged with Bianca G.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.undo }))
  const question = await screen.findByRole('alertdialog')
  await person.click(within(question).getByRole('button', { name: s.undo }))
  expect(await screen.findByText('Bianca G. is a separate record again.')).toBeTruthy()
  // After the undo, the missed visits of the other record are no longer counted for this client.
  await waitFor(() => expect(screen.queryByText('3')).toBeNull())
  expect(screen.getByText('1')).toBeTruthy()
})
