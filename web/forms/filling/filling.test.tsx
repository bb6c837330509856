import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { FormContent, FormField } from '#shared/forms/form.ts'
import { formLinkContract, handOverContract, type Filling } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s, signingMessages } from '#shared/forms/signing-messages.ts'
import { answer, asked, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
import { keepDeviceDraft, keepLateToken, keepSignature, unsentSignatures } from './device-drafts.ts'
import FormLinkPage from './form-link-page.tsx'
import TabletPage from './tablet-page.tsx'

const VERSION = '01900000-0000-7000-8000-0000000000b1'
const OTHER_VERSION = '01900000-0000-7000-8000-0000000000b2'
const HAND_OVER = '01900000-0000-7000-8000-0000000000c1'
const LATE = 'a-token-of-a-hand-over'
const TOKEN = 'a-token-of-a-link-to-forms'
const SCOPE = TOKEN.slice(0, 22)

const content = (title: string): FormContent => ({
  title,
  sections: [
    {
      id: 'main',
      title: '',
      fields: [{ id: 'skin', kind: 'short_text', label: 'Skin type', hint: '', is_required: true }],
    },
  ],
})
const form = (title = 'Peel consent', form_version_id = VERSION, draft: Filling['forms'][0]['draft'] = null) => ({
  form_version_id,
  title,
  content: content(title),
  draft,
})
const filling = (more: Partial<Filling> = {}): Filling => ({
  first_name: 'Ana',
  is_adult: true,
  forms: [form()],
  ...more,
})
const SAVED = { data: { saved_at: '2026-11-21T09:00:00+08:00' } }
const SIGNED = { data: { id: VERSION, signed_at: '2026-11-21T09:00:00+08:00' } }
const signatures = () => asked.filter((call) => call.endsWith('/sign'))

afterEach(() => {
  window.location.hash = ''
  localStorage.clear()
})

async function openLink(shown: Filling) {
  window.location.hash = TOKEN
  answer(formLinkContract.see, { data: shown })
  answer(formLinkContract.saveDraft, SAVED)
  answer(formLinkContract.sign, SIGNED)
  const { person } = drawScreen(<FormLinkPage />)
  await screen.findByRole('heading', { name: s.hello('Ana') })
  return person
}

test('a link to forms shows the forms one after the other, and a thank-you after the last one', async () => {
  const person = await openLink(filling({ forms: [form(), form('Laser consent', OTHER_VERSION, { skin: 'Oily' })] }))
  await person.type(await screen.findByRole('textbox', { name: /Skin type/ }), 'Dry')
  await person.click(screen.getByRole('button', { name: s.sign }))
  // The second form begins with what the client had filled in before.
  expect(await screen.findByRole('heading', { name: 'Laser consent' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Skin type/ }).value).toBe('Oily')
  await person.click(screen.getByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.doneTitle)).toBeTruthy()
  const sent = sentBodies.filter((body) => typeof body === 'object' && body !== null && 'signed_at' in body)
  expect(sent).toMatchObject([
    { token: TOKEN, form_version_id: VERSION, answers: { skin: 'Dry' }, is_adult: true, guardian: null },
    { token: TOKEN, form_version_id: OTHER_VERSION, answers: { skin: 'Oily' } },
  ])
  expect(localStorage.length).toBe(0)
})

test('a form cannot be signed while a required question has no answer, and the question is marked', async () => {
  const person = await openLink(filling())
  await person.click(await screen.findByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.openAnswers(1))).toBeTruthy()
  expect(screen.getByRole('textbox', { name: /Skin type/ }).getAttribute('aria-invalid')).toBe('true')
  expect(signatures()).toEqual([])
})

test.each([
  ['a signature', { id: 'one', kind: 'signature', label: 'Your signature' }, 'group'],
  ['a choice', { id: 'one', kind: 'choice', label: 'Skin', options: ['Dry', 'Oily'] }, 'radio'],
  ['several choices', { id: 'one', kind: 'choices', label: 'Skin', options: ['Dry', 'Oily'] }, 'group'],
  ['yes or no', { id: 'one', kind: 'yes_no', label: 'Do you smoke?', follow_up: null }, 'radio'],
  ['a date', { id: 'one', kind: 'date', label: 'Since when?' }, null],
])('signing an incomplete form moves the focus to %s that is missing, and marks it', async (_, field, role) => {
  const options = 'options' in field ? field.options.map((label) => ({ id: label.toLowerCase(), label })) : undefined
  const first = { hint: '', is_required: true, ...field, ...(options && { options }) } as FormField
  const sections = [{ id: 'main', title: '', fields: [first, ...content('').sections[0]!.fields] }]
  const person = await openLink(filling({ forms: [{ ...form(), content: { title: 'Peel consent', sections } }] }))
  await person.click(await screen.findByRole('button', { name: s.sign }))
  await waitFor(() => expect(document.activeElement?.closest('[id^=form-field]')?.id).toBe('form-field-one'))
  if (role !== null) expect(document.activeElement?.getAttribute('role')).toBe(role)
  expect(document.activeElement?.closest('[aria-invalid=true], [data-invalid]')).not.toBeNull()
})

test('a form asks for a guardian if the client is under 18, and for the age if the clinic does not know it', async () => {
  const person = await openLink(filling({ is_adult: null, forms: [form('Peel consent', VERSION, { skin: 'Dry' })] }))
  await person.click(await screen.findByRole('button', { name: s.sign }))
  expect(await screen.findByText(signingMessages.answerMissing)).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: s.minor }))
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.guardianName) }), 'Rosa Reyes')
  await person.click(screen.getByRole('radio', { name: s.relations[0] }))
  await person.click(screen.getByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.doneTitle)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({
    is_adult: false,
    guardian: { name: 'Rosa Reyes', relation: s.relations[0] },
  })
})

test('a form signed without a connection is kept on the device, and sent once when the connection returns', async () => {
  const person = await openLink(filling({ forms: [form('Peel consent', VERSION, { skin: 'Dry' })] }))
  loseConnection(formLinkContract.sign)
  await person.click(await screen.findByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.offlineSigned)).toBeTruthy()
  const [kept] = unsentSignatures(SCOPE)
  answer(formLinkContract.sign, SIGNED)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText(s.doneTitle)).toBeTruthy()
  // Both calls have the id of one signature, by which the server stores it once.
  const ids = sentBodies.flatMap((body) => (typeof body === 'object' && body !== null && 'id' in body ? [body.id] : []))
  expect(ids).toEqual([kept!.id, kept!.id])
  expect(unsentSignatures(SCOPE)).toEqual([])
})

test('a form whose signature the server refuses later is shown again with the reason and the answers', async () => {
  const person = await openLink(filling({ forms: [form('Peel consent', VERSION, { skin: 'Dry' })] }))
  loseConnection(formLinkContract.sign)
  await person.click(await screen.findByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.offlineSigned)).toBeTruthy()
  // The server refuses the signature because nobody is logged in; the device keeps it until somebody logs in.
  refuse(formLinkContract.sign, { status: 401, code: 'unauthenticated', message: 'Log in' })
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(signatures()).toHaveLength(2))
  expect(unsentSignatures(SCOPE)).toHaveLength(1)
  refuse(formLinkContract.sign, { status: 422, code: 'validation', message: signingMessages.notComplete })
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('online')))
    expect(unsentSignatures(SCOPE)).toEqual([])
  })
  expect((await screen.findByRole('alert')).textContent).toBe(signingMessages.notComplete)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Skin type/ }).value).toBe('Dry')
  expect(screen.queryByText(s.doneTitle)).toBeNull()
  answer(formLinkContract.sign, SIGNED)
  await person.click(screen.getByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.doneTitle)).toBeTruthy()
})

test('a tablet hand-over cannot end while a signature waits to be sent; afterwards the tablet keeps nothing of the client', async () => {
  const forms = [form('Peel consent', VERSION, { skin: 'Dry' })]
  answer(handOverContract.current, { data: { ...filling({ forms }), id: HAND_OVER, started_by: 'Bea Cruz' } })
  loseConnection(handOverContract.sign)
  keepDeviceDraft(HAND_OVER, OTHER_VERSION, { skin: 'Oily' })
  const { person } = drawScreen(<TabletPage />)
  await person.click(await screen.findByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.offlineSigned)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.giveBack }))
  expect(await screen.findByText(s.notSentYet)).toBeTruthy()
  expect(screen.queryByLabelText(new RegExp(s.password))).toBeNull()
  answer(handOverContract.sign, SIGNED)
  answer(handOverContract.end, { data: { is_same_person: true } })
  await person.click(screen.getByRole('button', { name: s.giveBack }))
  await person.type(await screen.findByLabelText(new RegExp(s.password)), 'a password')
  await person.click(screen.getByRole('button', { name: s.end }))
  await waitFor(() => expect(localStorage.length).toBe(0))
})

test('a tablet that was handed to a client sends the signed forms even after its session has ended, and then deletes the client’s data', async () => {
  keepLateToken(HAND_OVER, LATE)
  const forms = [form('Peel consent', VERSION, { skin: 'Dry' })]
  answer(handOverContract.current, { data: { ...filling({ forms }), id: HAND_OVER, started_by: 'Bea Cruz' } })
  answer(handOverContract.signLate, SIGNED)
  refuse(handOverContract.sign, { status: 401, code: 'unauthenticated', message: 'Log in' })
  const { person } = drawScreen(<TabletPage />)
  await person.click(await screen.findByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.tabletDone)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ token: LATE, form_version_id: VERSION, answers: { skin: 'Dry' } })
  expect(sentBodies.at(-1)).toHaveProperty('sent_at')
})

test('a signed form that is still on the tablet after the hand-over is sent when the connection returns, and the tablet keeps nothing', async () => {
  keepLateToken(HAND_OVER, LATE)
  keepDeviceDraft(HAND_OVER, OTHER_VERSION, { skin: 'Oily' })
  const kept = { id: VERSION, form_version_id: VERSION, answers: { skin: 'Dry' }, is_adult: true, guardian: null }
  keepSignature(HAND_OVER, { ...kept, signed_at: '2026-11-21T09:00:00+08:00' })
  refuse(handOverContract.current, { status: 404, code: 'not_found', message: signingMessages.noHandOver })
  loseConnection(handOverContract.signLate)
  drawScreen(<TabletPage />)
  expect(await screen.findByText(s.notSentYet)).toBeTruthy()
  // The draft of a half-filled form is removed at once, because nobody can sign that form any more.
  expect(Object.keys(localStorage)).toHaveLength(2)
  answer(handOverContract.signLate, SIGNED)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText(s.tabletNothing)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ ...kept, token: LATE })
  expect(localStorage.length).toBe(0)
})

test('a form that was signed without a connection is still sent after its link has expired', async () => {
  window.location.hash = TOKEN
  const kept = { id: VERSION, form_version_id: VERSION, answers: { skin: 'Dry' }, is_adult: true, guardian: null }
  keepSignature(SCOPE, { ...kept, signed_at: '2026-11-21T09:00:00+08:00' })
  keepDeviceDraft(SCOPE, OTHER_VERSION, { skin: 'Oily' })
  refuse(formLinkContract.see, { status: 404, code: 'not_found', message: signingMessages.linkVoid })
  answer(formLinkContract.sign, SIGNED)
  drawScreen(<FormLinkPage />)
  expect(await screen.findByText(s.lateLinkSent)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ ...kept, token: TOKEN })
  expect(localStorage.length).toBe(0)
})

test('a draft of a form that is only stored on the device is sent when the page is opened again', async () => {
  keepDeviceDraft(SCOPE, VERSION, { skin: 'Typed offline' })
  await openLink(filling({ forms: [form('Peel consent', VERSION, { skin: 'Older' })] }))
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: /Skin type/ })
  expect(input.value).toBe('Typed offline')
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(sentBodies).toContainEqual({
    token: TOKEN,
    form_version_id: VERSION,
    answers: { skin: 'Typed offline' },
  })
  expect(localStorage.length).toBe(0)
})

test('while nobody has confirmed the client’s e-mail, a half-filled form is only kept on the device, and the page says so', async () => {
  const person = await openLink(filling({ is_draft_on_device: true }))
  await person.type(await screen.findByRole('textbox', { name: /Skin type/ }), 'Dry')
  expect(screen.getByText(signingMessages.draftOnDevice)).toBeTruthy()
  cleanup()
  await openLink(filling({ is_draft_on_device: true }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Skin type/ })).value).toBe('Dry')
  expect(asked.filter((call) => call.endsWith('/draft'))).toEqual([])
})

test('answers that were typed before the client’s e-mail was confirmed are added to the earlier answers on the server', async () => {
  keepDeviceDraft(`${SCOPE}.unconfirmed`, VERSION, { skin: 'Dry' })
  await openLink(filling({ forms: [form('Peel consent', VERSION, { allergies: 'Lidocaine' })] }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
  const answers = { allergies: 'Lidocaine', skin: 'Dry' }
  expect(sentBodies).toContainEqual({ token: TOKEN, form_version_id: VERSION, answers })
  expect(localStorage.length).toBe(0)
})

test('signing a form whose answers are only on the device removes them from the device', async () => {
  const person = await openLink(filling({ is_draft_on_device: true }))
  await person.type(await screen.findByRole('textbox', { name: /Skin type/ }), 'Dry')
  await person.click(screen.getByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.doneTitle)).toBeTruthy()
  expect(localStorage.length).toBe(0)
})

test('a link to forms says that it has ended once the visit has begun', async () => {
  window.location.hash = TOKEN
  refuse(formLinkContract.see, { status: 404, code: 'not_found', message: signingMessages.linkVoid })
  drawScreen(<FormLinkPage />)
  expect(await screen.findByRole('heading', { name: s.linkVoidTitle })).toBeTruthy()
})

test('a handed-over tablet shows only the forms, and with a wrong password it stays handed over', async () => {
  answer(handOverContract.current, {
    data: {
      ...filling({ forms: [form('Peel consent', VERSION, { skin: 'Dry' })] }),
      id: HAND_OVER,
      started_by: 'Bea Cruz',
    },
  })
  answer(handOverContract.sign, SIGNED)
  const { person } = drawScreen(<TabletPage />)
  // The form can be signed with one touch, because its questions are answered already.
  await person.click(await screen.findByRole('button', { name: s.sign }))
  expect(await screen.findByText(s.tabletDone)).toBeTruthy()
  expect(screen.queryAllByRole('link')).toEqual([])
  await person.click(screen.getByRole('button', { name: s.giveBack }))
  const errors = { password: [signingMessages.wrongPassword] }
  refuse(handOverContract.end, { status: 422, code: 'validation', message: signingMessages.wrongPassword, errors })
  await person.type(await screen.findByLabelText(new RegExp(s.password)), 'a guess')
  await person.click(screen.getByRole('button', { name: s.end }))
  expect(await screen.findByText(signingMessages.wrongPassword)).toBeTruthy()
  await waitFor(() => expect(asked.at(-1)).toBe(`POST /api/form-hand-overs/${HAND_OVER}/end`))
})
