import { screen, waitFor } from '@testing-library/react'
import { useReducer } from 'react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { page, sampleId, visit } from '#web/test/samples.ts'
import { answer, answerLater, drawScreen, refuse } from '#web/test/screen.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { customerReducer, noCustomer } from './payment.ts'

const andrea = { ...visit, id: sampleId(71), appointment_id: sampleId(71), user_id: sampleId(72), name: 'Andrea Cruz' }
const bianca = { ...visit, id: sampleId(73), appointment_id: sampleId(73), user_id: sampleId(74), name: 'Bianca Reyes' }

function Fields() {
  const [customer, dispatch] = useReducer(customerReducer, noCustomer)
  return (
    <>
      <CustomerFields
        customer={customer}
        dispatch={dispatch}
        problems={{}}
        onAddWalkIn={() => undefined}
        nameRef={null}
      />
      <output aria-label="Chosen">{customer.person?.name ?? 'nobody'}</output>
    </>
  )
}

test('pressing Enter right after typing a name does not select a client from the results for the earlier text', async () => {
  answer(appointmentsContract.payable, { appointments: [andrea, bianca], ...page, total: 2 })
  const { person } = drawScreen(<Fields />, { role: 'cashier' })
  const box = screen.getByRole('combobox', { name: /^Customer Name/ })
  await person.click(box)
  expect(await screen.findByRole('option', { name: /^Andrea Cruz/ })).toBeTruthy()
  const find = answerLater(appointmentsContract.payable, { appointments: [bianca], ...page, total: 1 })
  await person.type(box, 'bian{Enter}')
  expect(screen.getByLabelText('Chosen').textContent).toBe('nobody')
  find()
  expect(await screen.findByRole('option', { name: /^Bianca Reyes/ })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /^Andrea Cruz/ })).toBeNull()
  await person.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Chosen').textContent).toBe('Bianca Reyes'))
})

test('when a client’s appointments cannot be loaded, the payment dialog shows a message in their place', async () => {
  refuse(appointmentsContract.payable, { status: 500, message: 'Something went wrong.' })
  const { person } = drawScreen(<Fields />, { role: 'cashier' })
  await person.click(screen.getByRole('radio', { name: 'New Client' }))
  await person.type(screen.getByRole('combobox', { name: /^Customer Name/ }), 'Ana')
  expect(await screen.findByText(/^Failed to load ongoing appointments\./)).toBeTruthy()
})
