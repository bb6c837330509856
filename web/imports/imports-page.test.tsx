import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clinicContract } from '#shared/clinic/contract.ts'
import { importsContract as contract, type Batch, type ImportedRow } from '#shared/imports/contract.ts'
import { importFieldNames as names, importMessages as s, importRefusals } from '#shared/imports/messages.ts'
import { listFileMessages } from '#shared/lib/lists/messages.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { packageMessages } from '#shared/prepaid/package-messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { queryClient } from '#web/lib/query.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import { answer, answerBy, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import ImportsPage from './imports-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const acceptMethods = (...methods: ('cash' | 'prepaid')[]) =>
  answer(paymentSettingsContract.read, {
    data: { methods, discount_limit: null, qr_ph: null, packages_pro_rata: false, approvers: [], version: 1 },
  })
beforeEach(() => acceptMethods('cash'))

const id = sampleId(1)
const uploaded: Batch = {
  id,
  kind: 'clients',
  file_name: 'clients.xlsx',
  state: 'uploaded',
  row_count: 500,
  created_at: '2026-11-20T09:00:00+08:00',
  created_by_name: 'Ada Admin',
  columns: [
    { heading: 'Pangalan', samples: ['Ana Reyes'], dates: null },
    { heading: 'Born', samples: ['04/05/1990'], dates: 'both' },
    { heading: '', samples: [], dates: null },
  ],
  fields: ['name', 'birth_date', null],
  system: null,
  is_remembered: false,
  date_order: null,
  duplicates: 'skip',
  counts: { waiting: 500 },
  done: 0,
  to_import: 0,
  imported_at: null,
  undone_at: null,
  can_undo: false,
  keeps_cards: false,
}
const checked: Batch = {
  ...uploaded,
  state: 'checked',
  date_order: 'dmy',
  counts: { new: 496, duplicate: 2, refused: 2 },
  to_import: 496,
}
const row: ImportedRow = {
  number: 7,
  cells: ['Ana Reyes', '04/05/1990'],
  outcome: 'duplicate',
  reason: null,
  match_name: 'Ana M. Reyes',
  match_by: 'name',
  same_as_row: null,
  client_id: sampleId(2),
  decision: null,
}
const page = (rows: ImportedRow[]) => ({ data: rows, total: rows.length, page: 1, per_page: 10 })
const drawBatch = (batch: Batch) => {
  answer(contract.batch, { data: batch })
  return drawScreen(<ImportsPage />, { role: 'admin', at: `/settings/import?batch=${id}` })
}

test('on importing, a refused file shows the reason at its field, and a file that is too large is not sent', async () => {
  answer(contract.list, { ...page([]), data: [] })
  const { person } = drawScreen(<ImportsPage />, { role: 'admin' })
  expect(await screen.findByText(s.noneYet)).toBeTruthy()
  refuse(contract.upload, { status: 422, message: importRefusals.oldExcel })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await person.upload(input, new File(['x'], 'old.xlsx'))
  expect(await screen.findByText(importRefusals.oldExcel)).toBeTruthy()
  const large = new File(['x'], 'large.csv')
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
  await person.upload(input, large)
  expect(await screen.findByText(importRefusals.tooLarge)).toBeTruthy()
})

test('the import offers the kind “open packages” only in a clinic that has packages switched on', async () => {
  answer(contract.list, { ...page([]), data: [] })
  drawScreen(<ImportsPage />, { role: 'admin' })
  expect(await screen.findByText(s.noneYet)).toBeTruthy()
  expect(screen.getByRole('radio', { name: new RegExp(`^${s.kinds.appointments}`) })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: new RegExp(`^${s.kinds.packages}`) })).toBeNull()
  expect(screen.getByText(s.subtitle)).toBeTruthy()
  cleanup()
  queryClient.clear()
  acceptMethods('cash', 'prepaid')
  const { person } = drawScreen(<ImportsPage />, { role: 'admin' })
  await person.click(await screen.findByRole('radio', { name: new RegExp(`^${s.kinds.packages}`) }))
  expect(screen.getByText(s.subtitleWithPackages)).toBeTruthy()
  refuse(contract.upload, { status: 409, message: packageMessages.isOff })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await person.upload(input, new File(['x'], 'packages.csv'))
  expect(await screen.findByText(packageMessages.isOff)).toBeTruthy()
})

test('an import proposes a field for each column, and can be checked only once each column and the order of day and month are clear', async () => {
  const { person } = drawBatch(uploaded)
  expect(await screen.findByText(s.dateOrderExample('04/05/1990'))).toBeTruthy()
  expect(screen.getByText(s.noHeading(3))).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.check }))
  expect(await screen.findByText(importRefusals.dateOrderNeeded)).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: s.dateOrders.dmy }))
  expect(screen.queryByText(s.sexHint, { exact: false })).toBeNull()
  await person.click(screen.getByRole('combobox', { name: s.noHeading(3) }))
  await person.click(await screen.findByRole('option', { name: names.sex }))
  expect(screen.getByText(s.sexHint, { exact: false })).toBeTruthy()
  answer(contract.check, { data: { ...uploaded, state: 'checking' } })
  answer(contract.batch, { data: { ...uploaded, state: 'checking', done: 250 } })
  await person.click(screen.getByRole('button', { name: s.check }))
  expect(await screen.findByRole('progressbar', { name: s.checking })).toBeTruthy()
  expect(screen.getByText(s.progress(250, 500))).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ fields: ['name', 'birth_date', 'sex'], date_order: 'dmy' })
})

test('the refused rows of an import are exported as Excel file, and a message says if none are left', async () => {
  // In the app a web worker writes the Excel file; jsdom has none, so this class does nothing.
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener() {}
      postMessage() {}
      terminate() {}
    },
  )
  answer(clinicContract.read, { data: profile, sends_email: true })
  answer(contract.rows, page([{ ...row, outcome: 'refused', reason: 'No name.', match_name: null, match_by: null }]))
  const asked: string[] = []
  answerBy(contract.refused, ({ pathname }) => {
    asked.push(pathname)
    return ''
  })
  const { person } = drawBatch(checked)
  await person.click(await screen.findByRole('button', { name: exportMessages.exportXlsx }))
  expect(await screen.findByText(listFileMessages.nothing)).toBeTruthy()
  expect(asked).toEqual([contract.refused.url.replace(':id', id)])
})

test('the check of an import lists wrong rows with the reason, and asks what to do with clients whom the clinic already has', async () => {
  const reason = importRefusals.date(names.birth_date, '31/02/1990')
  answer(contract.rows, page([{ ...row, outcome: 'refused', reason, match_name: null, match_by: null }]))
  const { person } = drawBatch(checked)
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.getByRole('link', { name: s.downloadRefused }).getAttribute('href')).toContain(`${id}/refused-rows`)
  expect(screen.getByText(s.birthNeedsRecord)).toBeTruthy()
  answer(contract.rows, page([row]))
  await person.click(screen.getByRole('tab', { name: new RegExp(`^${s.counts.duplicate}`) }))
  expect(await screen.findByText(`Ana M. Reyes (${s.matchBy.name})`)).toBeTruthy()
  answer(contract.decideAll, { data: { ...checked, duplicates: 'fill', to_import: 498 } })
  answer(contract.batch, { data: { ...checked, duplicates: 'fill', to_import: 498 } })
  await person.click(screen.getByRole('radio', { name: new RegExp(`^${s.decisions.fill}`) }))
  const begin = await screen.findByRole('button', { name: s.start(498) })
  expect(sentBodies.at(-1)).toEqual({ decision: 'fill' })
  refuse(contract.start, { status: 409, message: importRefusals.busy })
  await person.click(begin)
  expect(await screen.findByText(importRefusals.busy, { exact: false })).toBeTruthy()
})

test('a finished import is undone after a confirmation, and a message names the records that were kept', async () => {
  const imported: Batch = { ...checked, state: 'imported', counts: { created: 496, skipped: 2 }, can_undo: true }
  answer(contract.rows, page([{ ...row, outcome: 'created' }]))
  const { person } = drawBatch(imported)
  expect(await screen.findByText(s.doneTitle(496))).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.undo }))
  const question = within(await screen.findByRole('alertdialog', { name: s.undoTitle }))
  const undone: Batch = { ...imported, state: 'undone', counts: { undone: 495, kept: 1 }, can_undo: false }
  answer(contract.undo, { data: { ...undone, state: 'undoing' } })
  answer(contract.batch, { data: undone })
  await person.click(question.getByRole('button', { name: s.undoYes }))
  expect(await screen.findByText(s.undoneTitle)).toBeTruthy()
  expect(screen.getByText(s.keptHint(1))).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.undo })).toBeNull()
})
