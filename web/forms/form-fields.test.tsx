import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { missingAnswers, type FormAnswers } from '#shared/forms/answers.ts'
import { fillMessages as s } from '#shared/forms/fill-messages.ts'
import { formContent, type FormField } from '#shared/forms/form.ts'
import { formMessages } from '#shared/forms/messages.ts'
import { bodyMapMessages } from '#shared/lib/body-map-messages.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { FormFields } from './form-fields.tsx'

const base = { hint: '', is_required: true }
const contentOf = (...fields: FormField[]) =>
  formContent.parse({ title: 'Form', sections: [{ id: 's', title: 'About you', fields }] })

function Form({
  fields,
  told,
  showsMissing,
}: {
  fields: FormField[]
  told: (answers: FormAnswers) => void
  showsMissing?: boolean
}) {
  const [answers, setAnswers] = useState<FormAnswers>({})
  const content = contentOf(...fields)
  return (
    <FormFields
      content={content}
      answers={answers}
      onChange={(id, answer) => {
        const next = { ...answers, [id]: answer }
        setAnswers(next)
        told(next)
      }}
      missing={showsMissing ? missingAnswers(content, answers) : []}
    />
  )
}

const fill = (fields: FormField[], showsMissing = false) => {
  const told = vi.fn<(answers: FormAnswers) => void>()
  const { person: user } = drawScreen(<Form fields={fields} told={told} showsMissing={showsMissing} />)
  return { user, answers: () => told.mock.lastCall?.[0] }
}

/** jsdom lays nothing out and captures no pointers: gives a pad a box of 500 by 200 pixels. */
function padOf(label: string) {
  const pad = screen.getByRole('img', { name: label })
  pad.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 500, height: 200 })
  Object.assign(pad, { setPointerCapture: () => undefined })
  const at = (x: number, y: number) => ({ pointerId: 1, button: 0, clientX: x, clientY: y })
  return {
    stroke: (...points: [number, number][]) => {
      fireEvent.pointerDown(pad, at(...points[0]!))
      for (const point of points.slice(1)) fireEvent.pointerMove(pad, at(...point))
      fireEvent.pointerUp(pad, at(...points.at(-1)!))
    },
  }
}

test('a form keeps answers with text, numbers, dates and choices, and removes an answer when its field is cleared', async () => {
  const { user, answers } = fill([
    { ...base, id: 'name', kind: 'short_text', label: 'Name' },
    {
      ...base,
      id: 'skin',
      kind: 'choice',
      label: 'Skin',
      options: [
        { id: 'dry', label: 'Dry' },
        { id: 'oily', label: 'Oily' },
      ],
    },
    {
      ...base,
      id: 'uses',
      kind: 'choices',
      label: 'Uses',
      options: [
        { id: 'a', label: 'Sunscreen' },
        { id: 'b', label: 'Retinol' },
      ],
    },
  ])
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Bea')
  await user.click(screen.getByRole('radio', { name: 'Oily' }))
  await user.click(screen.getByRole('checkbox', { name: 'Retinol' }))
  await user.click(screen.getByRole('checkbox', { name: 'Sunscreen' }))
  expect(answers()).toEqual({ name: 'Bea', skin: 'oily', uses: ['a', 'b'] })
  await user.clear(screen.getByRole('textbox', { name: /^Name/ }))
  expect(answers()?.['name']).toBeUndefined()
})

test('a form shows a follow-up question only after the answer that leads to it', async () => {
  const { user, answers } = fill([
    {
      ...base,
      id: 'allergy',
      kind: 'yes_no',
      label: 'Any allergy?',
      follow_up: { after: 'yes', label: 'Which?', is_required: true },
    },
  ])
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('radio', { name: s.yes }))
  await user.type(screen.getByRole('textbox', { name: /^Which/ }), 'Nuts')
  expect(answers()).toEqual({ allergy: { answer: 'yes', follow_up: 'Nuts' } })
  await user.click(screen.getByRole('radio', { name: s.no }))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a form shows a missing answer at its field', () => {
  fill(
    [
      { ...base, id: 'sign', kind: 'signature', label: 'Signature' },
      { ...base, id: 'name', kind: 'short_text', label: 'Name' },
    ],
    true,
  )
  screen.getByRole('group', { name: /Signature/, description: formMessages.signHere })
  screen.getByRole('textbox', { name: /^Name/, description: formMessages.answerThis })
})

test('a signature is stored as strokes in units of its box, whatever its size on the screen', async () => {
  const { user, answers } = fill([{ ...base, id: 'sign', kind: 'signature', label: 'Signature' }])
  const pad = padOf(s.signaturePad('Signature'))
  pad.stroke([50, 100], [250, 100], [600, 250])
  pad.stroke([0, 0])
  expect(answers()).toEqual({
    sign: {
      kind: 'drawn',
      strokes: [
        [
          [100, 500],
          [500, 500],
          [1000, 1000],
        ],
        [[0, 0]],
      ],
    },
  })
  await user.click(screen.getByRole('button', { name: s.clear }))
  expect(answers()?.['sign']).toBeUndefined()
})

test('a drawn signature is erased for a typed one only after a confirmation', async () => {
  const { user, answers } = fill([{ ...base, id: 'sign', kind: 'signature', label: 'Signature' }])
  padOf(s.signaturePad('Signature')).stroke([50, 100], [250, 100])
  await user.click(screen.getByRole('button', { name: s.typeInstead }))
  await user.click(await screen.findByRole('button', { name: s.keepDrawing }))
  expect(answers()).toMatchObject({ sign: { kind: 'drawn' } })
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: s.typeInstead }))
  await user.click(await screen.findByRole('button', { name: s.erase }))
  expect(await screen.findByRole('textbox', { name: s.typedName })).toBeTruthy()
  expect(answers()?.['sign']).toBeUndefined()
})

test('a typed name counts as a signature only when the person confirms it', async () => {
  const { user, answers } = fill([{ ...base, id: 'sign', kind: 'signature', label: 'Signature' }])
  await user.click(screen.getByRole('button', { name: s.typeInstead }))
  await user.type(screen.getByRole('textbox', { name: s.typedName }), 'Bianca Garcia')
  expect(answers()?.['sign']).toBeUndefined()
  await user.click(screen.getByRole('checkbox', { name: s.isMySignature }))
  expect(answers()).toEqual({ sign: { kind: 'typed', name: 'Bianca Garcia' } })
  await user.click(screen.getByRole('checkbox', { name: s.isMySignature }))
  expect(answers()?.['sign']).toBeUndefined()
})

test('on a face map of a form, lines are drawn and undone, and areas are marked without a pointer', async () => {
  const { user, answers } = fill([{ ...base, id: 'where', kind: 'drawing', label: 'Where', map: 'face_front' }])
  const pad = padOf(s.drawingPad('Where', bodyMapMessages.maps.face_front))
  pad.stroke([0, 0], [100, 40])
  pad.stroke([250, 100])
  await user.click(screen.getByRole('button', { name: s.undo }))
  expect(answers()).toEqual({
    where: {
      strokes: [
        [
          [0, 0],
          [200, 200],
        ],
      ],
      areas: [],
    },
  })
  await user.click(screen.getByRole('button', { name: s.markByName }))
  const nose = screen.getByRole('button', { name: bodyMapMessages.areas.nose })
  nose.focus()
  await user.keyboard('{Enter}')
  expect(nose.getAttribute('aria-pressed')).toBe('true')
  expect(answers()).toMatchObject({ where: { areas: ['nose'] } })
  within(screen.getByRole('group', { name: /Where/ })).getByText(s.marked('Nose'))
  await user.click(screen.getByRole('button', { name: s.clear }))
  expect(answers()?.['where']).toBeUndefined()
})
