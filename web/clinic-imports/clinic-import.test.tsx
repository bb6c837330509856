import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clinicImportContract as contract, type ClinicImport } from '#shared/clinic-imports/contract.ts'
import { clinicImportMessages as s, clinicImportRefusals } from '#shared/clinic-imports/messages.ts'
import { answer, answerBy, drawScreen } from '#web/test/screen.tsx'
import { ClinicImport as Section } from './clinic-import.tsx'

const file: ClinicImport = {
  file_name: 'clinic-export.zip',
  state: 'uploading',
  bytes: 17 * 1024 * 1024,
  received: 0,
  counts: null,
  problem: null,
  done: 0,
  total: 0,
  created_at: '2026-11-21T09:00:00+08:00',
  created_by_name: 'Olivia Owner',
}
const state = (present: Partial<ClinicImport> | null, is_empty = true) => ({
  data: { is_empty, present: present && { ...file, ...present } },
})
const draw = () => drawScreen(<Section />, { role: 'admin' })

test('an empty clinic uploads the ZIP file of another installation in parts and imports it after the check', async () => {
  answer(contract.read, state(null))
  answer(contract.begin, state({}))
  let parts = 0
  answerBy(contract.upload, () => {
    parts++
    return state({ received: file.bytes, state: 'checking' })
  })
  const { person } = draw()
  expect(await screen.findByText(s.leftOut)).toBeTruthy()
  const counts = [
    { file: 'clients.csv', rows: 1200, is_brought_in: true },
    { file: 'documents.csv', rows: 1, is_brought_in: false },
    { file: 'forms.csv', rows: 0, is_brought_in: true },
  ]
  answer(contract.read, state({ state: 'checked', counts, total: 1200 }))
  await person.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File([new Uint8Array(file.bytes)], file.file_name),
  )
  expect(await screen.findByText(s.checkedTitle(file.file_name))).toBeTruthy()
  expect(parts).toBe(2)
  await person.click(screen.getByRole('button', { name: `${s.tables} (1)` }))
  expect(screen.getByText('clients.csv: 1,200 rows')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: `${s.stays} (1)` }))
  expect(screen.getByText('documents.csv: 1 row')).toBeTruthy()
  answer(contract.start, state({ state: 'importing', counts, total: 1200 }))
  answer(contract.read, state({ state: 'imported', counts, done: 1200, total: 1200 }, false))
  await person.click(screen.getByRole('button', { name: s.start }))
  expect(await screen.findByText(s.importedTitle(file.file_name))).toBeTruthy()
})

test('the import of another installation shows why its file is refused, and the file can be discarded', async () => {
  answer(contract.read, state({ state: 'refused', problem: clinicImportRefusals.notAnExport }))
  draw()
  expect(await screen.findByText(clinicImportRefusals.notAnExport)).toBeTruthy()
  expect(screen.getByRole('button', { name: s.discard })).toBeTruthy()
})
