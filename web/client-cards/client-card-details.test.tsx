import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientCardsContract, emptyCard, type ClientCard } from '#shared/client-cards/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, sentBodies, sentVersions } from '#web/test/screen.tsx'
import ClientCardDetails from './client-card-details.tsx'

const card: ClientCard = {
  ...emptyCard,
  sex: 'female',
  address: '12 Mabini St, Makati',
  emergency_name: 'Jose Garcia',
  emergency_number: '0917 555 0000',
  tags: ['VIP'],
  birth_date_of_id: '1950-05-05',
  version: 3,
}

const open = (isLocked = false) => {
  answer(clientCardsContract.card, { data: card })
  answer(clientCardsContract.tags, {
    data: [
      { tag: 'Acne program', clients: 4 },
      { tag: 'VIP', clients: 2 },
    ],
  })
  return drawScreen(<ClientCardDetails clientId={sampleId(31)} name="Bianca Garcia" isLocked={isLocked} />)
}

test('on editing a client card, the birth date of the Senior Citizen card and the tags in use are offered, and the card is saved with its version', async () => {
  const saved = { ...card, birth_date: '1950-05-05', birth_date_of_id: null, version: 4 }
  answer(clientCardsContract.save, { data: saved })
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'EDIT' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'Use the date on their ID: May 5, 1950' }))
  await person.click(await dialog.findByRole('button', { name: 'Acne program' }))
  await person.type(dialog.getByRole('textbox', { name: /^Tags/ }), 'Lives abroad{Enter}')
  await person.click(dialog.getByRole('button', { name: 'Remove the tag VIP' }))
  await person.click(dialog.getByRole('button', { name: 'SAVE CARD' }))
  await screen.findByText('Client card saved')
  expect(sentBodies.at(-1)).toMatchObject({ birth_date: '1950-05-05', tags: ['Acne program', 'Lives abroad'] })
  expect(sentVersions).toEqual(['3'])
})

test('a typed tag that the client already has is refused, even if upper and lower case differ', async () => {
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'EDIT' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: /^Tags/ }), 'vip{Enter}')
  expect(dialog.getByText('The client has this tag already.')).toBeTruthy()
})

test('the client card of a locked chart has no button to edit it', async () => {
  open(true)
  expect(await screen.findByText('12 Mabini St, Makati')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'EDIT' })).toBeNull()
})
