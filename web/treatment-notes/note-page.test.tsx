import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { alertsContract } from '#shared/alerts/contract.ts'
import { builtInTemplate } from '#shared/treatment-notes/built-in-templates.ts'
import {
  treatmentNotesContract as contract,
  type NoteWorkspace,
  type TreatmentNote,
} from '#shared/treatment-notes/contract.ts'
import { noteMessages } from '#shared/treatment-notes/messages.ts'
import { emptyNote, sentNoteContent, type NoteContent } from '#shared/treatment-notes/note.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { notePath } from '#web/lib/paths.ts'
import { TODAY } from '#web/test/clock.ts'
import { sampleId } from '#web/test/samples.ts'
import {
  answer,
  answerBy,
  asked,
  drawScreen,
  loseConnection,
  refuse,
  sentBodies,
  sentVersions,
} from '#web/test/screen.tsx'
import NotePage from './note-page.tsx'

const [CLIENT, VISIT, NOTE] = [sampleId(1), sampleId(2), sampleId(3)]
const template = builtInTemplate('toxin')!

const noteOf = (content: Partial<NoteContent>, more: Partial<TreatmentNote> = {}): TreatmentNote => ({
  id: NOTE,
  template_key: 'toxin',
  template,
  content: { ...emptyNote, ...content },
  version: 1,
  created_by: 'Dra. Reyes',
  updated_at: `${TODAY}T09:00:00+08:00`,
  updated_by: 'Dra. Reyes',
  signed: null,
  additions: [],
  ...more,
})

const last: NoteContent = {
  ...emptyNote,
  text: 'Slept badly.',
  pins: [{ id: 'a', map: 'face_front', x: 500, y: 400, area: 'glabella', amount: 4, product: 'p' }],
  products: [
    {
      id: 'p',
      name: 'Botox',
      product_id: null,
      amount: null,
      unit: 'units',
      batch: 'OLD-1',
      expires_on: '2026-11-01',
      area: '',
    },
  ],
}

const workspaceOf = (more: Partial<NoteWorkspace> = {}): NoteWorkspace => ({
  client_name: 'Bianca Garcia',
  may_write: true,
  visit: {
    appointment_id: VISIT,
    appointment_date: TODAY,
    appointment_time: '09:00:00',
    treatment_id: sampleId(4),
    treatment_name: 'Botox Injections',
    service_name: 'Forehead Lines',
    practitioner_name: 'Dra. Reyes',
  },
  today: TODAY,
  note: null,
  suggested_template: 'toxin',
  templates: [{ key: 'toxin', content: template }],
  last_notes: [],
  recent_batches: [],
  products: [],
  ...more,
})

type Saved = { save_id: string; base_version: number; content: unknown }
const hasNote = (body: unknown): body is Saved => typeof body === 'object' && body !== null && 'save_id' in body
/** The saves of the note that were sent, with their content as the server's contract parses it. */
const saves = () =>
  sentBodies.filter(hasNote).map((body) => ({ ...body, content: sentNoteContent.parse(body.content) }))

/**
 * Makes the server answer each save with the content that was sent and the next version, as if nobody else edited the
 * note.
 */
const saveAsSent = () => {
  let version = 0
  answerBy(contract.save, async () => {
    const before = saves().length
    await waitFor(() => expect(saves().length).toBeGreaterThan(Math.min(before, version)))
    version += 1
    return { data: noteOf(saves().at(-1)!.content, { version }) }
  })
}

function draw(workspace: NoteWorkspace, options: { keepsCharts?: boolean } = {}) {
  answer(contract.open, { data: workspace })
  const page = (
    <Routes>
      <Route path={notePath(':clientId', ':appointmentId')} element={<NotePage />} />
    </Routes>
  )
  return drawScreen(page, { role: 'practitioner', at: notePath(CLIENT, VISIT), ...options })
}

const valueOf = (field: HTMLElement) => (field as HTMLInputElement | HTMLTextAreaElement).value

beforeEach(() => localStorage.clear())

test('three touches are enough to copy the last treatment note with a batch that has not expired, and to sign it off', async () => {
  const recent_batches = [
    { name: 'Botox', product_id: null, batch: 'OLD-1', expires_on: '2026-11-01' },
    { name: 'Botox', product_id: null, batch: 'C71-42', expires_on: '2027-06-30' },
  ]
  const lastNote = { template_key: 'toxin', appointment_date: '2026-08-20', content: last }
  const { person } = draw(workspaceOf({ last_notes: [lastNote], recent_batches }))
  saveAsSent()
  answer(contract.sign, { data: noteOf(last, { signed: { at: `${TODAY}T09:05:00+08:00`, by: 'Ana', hash: 'ab' } }) })
  let touches = 0
  const touch = async (name: string | RegExp) => {
    touches += 1
    await person.click(await screen.findByRole('button', { name }))
  }
  await touch(/C71-42/)
  await touch(s.signOff)
  touches += 1
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: s.signOff }))
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ accept_expired: false }))
  expect(sentVersions).toEqual(['1'])
  expect(touches).toBe(3)
  expect(saves()).toHaveLength(1)
  expect(saves()[0]!.content).toMatchObject({
    text: '',
    pins: last.pins,
    products: [{ name: 'Botox', batch: 'C71-42', expires_on: '2027-06-30' }],
  })
  expect(screen.queryByRole('button', { name: /OLD-1/ })).toBeNull()
})

test('the alerts of the client are shown above the treatment note, and a note that nobody has begun is not marked as saved', async () => {
  const alert = { id: sampleId(8), client_id: CLIENT, kind: 'allergy' as const, text: 'lidocaine', treatments: [] }
  answer(alertsContract.list, { data: [alert] })
  const { person } = draw(workspaceOf(), { keepsCharts: true })
  expect(await screen.findByText('Allergy: lidocaine')).toBeTruthy()
  expect(screen.queryByText(s.saved)).toBeNull()
  saveAsSent()
  await person.type(screen.getByRole('textbox', { name: s.text }), 'Calm.')
  expect(await screen.findByText(s.saved)).toBeTruthy()
})

test('a treatment note typed without a connection is kept on the device, even if the browser is closed, and is saved only once', async () => {
  const first = draw(workspaceOf())
  loseConnection(contract.save)
  await first.person.type(await screen.findByRole('textbox', { name: s.text }), 'Mild redness.')
  await screen.findByText(s.offline)
  await waitFor(() => expect(asked.filter((call) => call.startsWith('PUT'))).not.toHaveLength(0))
  const lost = saves().at(-1)!
  // The page is opened again, as after the browser was closed.
  saveAsSent()
  cleanup()
  draw(workspaceOf())
  await waitFor(() => expect(valueOf(screen.getByRole('textbox', { name: s.text }))).toBe('Mild redness.'))
  await screen.findByText(s.saved)
  expect(new Set(saves().map(({ save_id }) => save_id))).toEqual(new Set([lost.save_id]))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('note-draft'))).toEqual([])
})

test('texts that two people wrote in one field of a treatment note are shown side by side until somebody chooses', async () => {
  const conflicts = [{ field: 'text', value: 'Burning.', by: 'Dr. Cruz' }]
  const { person } = draw(workspaceOf({ note: noteOf({ text: 'Mild.', conflicts }) }))
  saveAsSent()
  const panel = await screen.findByRole('region', { name: s.conflicts })
  expect(panel.textContent).toContain('Burning.')
  expect(panel.textContent).toContain('Dr. Cruz')
  await person.click(within(panel).getByRole('button', { name: s.keepBoth }))
  expect(valueOf(screen.getByRole('textbox', { name: s.text }))).toBe('Mild.\nBurning.')
  expect(screen.queryByRole('region', { name: s.conflicts })).toBeNull()
  await screen.findByText(s.saved)
})

test('pins of a treatment note are added in an area, moved by arrow keys, and restored after their removal', async () => {
  const { person } = draw(workspaceOf())
  saveAsSent()
  await person.click(await screen.findByRole('button', { name: s.addPin }))
  const pin = screen.getByRole('button', { name: s.pin(1, 'Forehead') })
  pin.focus()
  await person.keyboard('{ArrowRight}{ArrowDown}')
  await person.click(screen.getByRole('button', { name: s.removePin(1) }))
  screen.getByText(s.noPins)
  await person.click(await screen.findByRole('button', { name: s.undo }))
  await screen.findByRole('button', { name: s.pin(1, 'Forehead') })
  await waitFor(() => expect(saves().at(-1)?.content.pins).toMatchObject([{ map: 'face_front', x: 510, y: 280 }]))
  await screen.findByText(s.saved)
})

test('a treatment note asks for confirmation before an expired batch is used', async () => {
  const { person } = draw(workspaceOf())
  saveAsSent()
  await person.click(await screen.findByRole('button', { name: s.addProduct }))
  const row = screen.getByRole('listitem', { name: s.productNumber(1) })
  await person.type(within(row).getByLabelText(s.batch), 'D1')
  await person.type(within(row).getByLabelText(s.expires), '2026-11-20')
  await person.tab()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(s.expiredQuestion)
  await person.click(within(question).getByRole('button', { name: s.cancel }))
  await waitFor(() => expect(valueOf(within(row).getByLabelText(s.expires))).toBe(''))
  await screen.findByText(s.saved)
})

test('text that was not sent before the treatment note was signed off stays on the device, and can become an addition', async () => {
  const { person } = draw(workspaceOf())
  refuse(contract.save, { status: 409, code: 'conflict', message: noteMessages.signedAlready })
  await person.type(await screen.findByRole('textbox', { name: s.text }), 'Late words.')
  const signed = noteOf({ text: 'Done.' }, { signed: { at: `${TODAY}T09:05:00+08:00`, by: 'Ana', hash: 'ab' } })
  answer(contract.open, { data: workspaceOf({ note: signed }) })
  answer(contract.add, { data: signed })
  await person.click(await screen.findByRole('button', { name: s.leftAdd }))
  const dialog = await screen.findByRole('dialog')
  expect(valueOf(within(dialog).getByRole('textbox'))).toBe('Late words.')
  await person.click(within(dialog).getByRole('button', { name: s.add }))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ text: 'Late words.' }))
  await waitFor(() => expect(screen.queryByText(s.leftTitle)).toBeNull())
})
