import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

async function addClient(clinic: RunningClinic, body: { name: string; email?: string }) {
  return (await clinic.call(clinic.cashier)(clientsContract.create, { body })).data
}

test('staff renew a client’s default password and read it from the screen, and the client logs in with it', async ({
  openAs,
  clinic,
}) => {
  const name = `Nina ${unique()}`
  const email = `${unique()}@example.ph`
  const { id } = await addClient(clinic, { name, email })
  const anyone = clinic.call(null)
  const { token } = await anyone(authContract.login, { body: { email, password: 'nina123' } })
  const page = await openAs('cashier', { viewport: { width: 320, height: 640 } })
  await page.goto(`/cashier/clients/${id}`)
  const information = page.getByRole('region', { name: 'Basic Information' })
  await expect(information).toContainText('Must set password')
  await expect(information).toContainText(/The default password works until \w{3} \d+, \d{4}, \d+:\d\d [AP]M\./)
  const renew = information.getByRole('button', { name: 'Renew default password' })
  await renew.click()
  const question = page.getByRole('alertdialog', { name: `Renew the default password of ${name}?` })
  await expect(question.getByRole('button', { name: 'CANCEL' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'CANCEL' }).click()
  await expect(question).toBeHidden()
  // After the renewal was cancelled, the old password still works, and no session was ended.
  await anyone(authContract.login, { body: { email, password: 'nina123' } })
  await expect(clinic.call({ token })(sessionContract.session, {})).resolves.toBeDefined()

  await renew.click()
  await question.getByRole('button', { name: 'RENEW' }).click()
  const dialog = page.getByRole('dialog', { name: 'Default password' })
  await expect(dialog.getByText('nina123', { exact: true })).toBeVisible()
  await expect(dialog).toContainText(`Read the password out to ${name}. It is shown only here.`)
  await expect(dialog).toContainText(email)
  await expect(dialog.getByRole('button', { name: 'DONE' })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect(clinic.call({ token })(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  await dialog.getByRole('button', { name: 'DONE' }).click()
  await expect(page.getByText('nina123')).toHaveCount(0)
  await expect(renew).toBeFocused()
  const { user } = await anyone(authContract.login, { body: { email, password: 'nina123' } })
  expect(user.must_set_password).toBe(true)
})

test('a client whose email address was added later can get a default password and log in', async ({
  openAs,
  clinic,
}) => {
  const name = `Rosa ${unique()}`
  const email = `${unique()}@example.ph`
  const { id } = await addClient(clinic, { name })
  const page = await openAs('cashier')
  await page.goto(`/cashier/clients/${id}`)
  const information = page.getByRole('region', { name: 'Basic Information' })
  await expect(information).toContainText(
    'With an email and a first password the person can log in and choose their own.',
  )
  await expect(information.getByRole('button', { name: /default password/ })).toHaveCount(0)
  await information.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Client' })
  await edit.getByLabel('Email (Optional)').fill(email)
  await edit.getByRole('button', { name: 'SAVE CLIENT' }).click()
  await expect(information).toContainText('No password yet')
  await information.getByRole('button', { name: 'Make default password' }).click()
  await page.getByRole('button', { name: 'MAKE', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Default password' }).getByText('rosa123')).toBeVisible()
  await clinic.call(null)(authContract.login, { body: { email, password: 'rosa123' } })
})
