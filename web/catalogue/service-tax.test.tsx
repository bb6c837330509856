import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { service } from '#web/test/samples.ts'
import { answer, choose, drawScreen, sentBodies } from '#web/test/screen.tsx'
import { ServiceTaxDialog } from './service-dialogs.tsx'

test('a service can be marked as eligible for the Senior Citizen and PWD discount, and as VAT-exempt', async () => {
  answer(catalogueContract.changeTax, { data: { ...service, senior_pwd_eligible: true, tax_class: 'exempt' } })
  const { person } = drawScreen(<ServiceTaxDialog open onClose={() => undefined} service={service} />)
  await person.click(await screen.findByRole('switch', { name: /Senior Citizen/ }))
  await choose(person, screen.getByRole('combobox', { name: /^Tax class/ }), 'VAT-exempt')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/is saved|was saved|saved/i)
  expect(sentBodies).toEqual([{ tax_class: 'exempt', senior_pwd_eligible: true, is_excise: false }])
})
