import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { authContract } from '#shared/auth/contract.ts'
import { passkeysContract } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { logInRulesContract, secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { LogInDialog } from '#web/auth/log-in-dialog.tsx'
import { beginSession, currentSession } from '#web/lib/session/session.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, personOfRole, refuse, sentBodies } from '#web/test/screen.tsx'
import { hasUnsavedChanges } from '#web/ui/overlays/unsaved-changes.ts'
import { OfferBanner } from './offer-banner.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import SecondStep from './second-step.tsx'
import SecurityPage from './security-page.tsx'
import SetUpPage from './set-up-page.tsx'

const user = personOfRole('cashier')
const codes = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-CCCC-DDD${i}`)

test('the log-in dialog over an open page asks for the code of the second factor after the password', async () => {
  answer(passkeysContract.readWays, { data: { has_app: true, passkey: null } })
  refuse(authContract.login, { status: 403, code: 'second_factor_needed', message: s.needed })
  const { person } = drawScreen(<LogInDialog person={user} />, { role: 'cashier' })
  await person.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'some password')
  await person.click(screen.getByRole('button', { name: 'Log in' }))
  await person.type(await screen.findByLabelText(/^Code/), '123456')
  answer(contract.finishLogIn, { token: 'token', user })
  await person.click(screen.getByRole('button', { name: s.finish }))
  expect(sentBodies.at(-1)).toEqual({ code: '123456', trust_device: false })
  await screen.findByText('Login Successful!')
})

test('the second step of a log-in shows why a code was refused, accepts a recovery code, and ends when it has expired', async () => {
  const [onLoggedIn, onLeave] = [vi.fn(), vi.fn()]
  // If the call that reads the possible second factors fails, the form for codes is still shown.
  refuse(passkeysContract.readWays)
  const { person } = drawScreen(<SecondStep onLoggedIn={onLoggedIn} onLeave={onLeave} />)
  await person.click(await screen.findByRole('button', { name: s.finish }))
  await screen.findByText(s.codeRequired)
  refuse(contract.finishLogIn, { status: 422, message: s.usedCode, errors: { code: [s.usedCode] } })
  await person.type(screen.getByLabelText(/^Code/), '123456')
  await person.click(screen.getByRole('button', { name: s.finish }))
  await screen.findByText(s.usedCode)
  await person.click(screen.getByRole('button', { name: s.withRecoveryCode }))
  expect(screen.getByText(s.lostBoth)).toBeDefined()
  await person.type(screen.getByLabelText(/^Recovery code/), codes[0]!)
  await person.click(screen.getByRole('checkbox'))
  answer(contract.finishLogIn, { token: 'token', user })
  await person.click(screen.getByRole('button', { name: s.finish }))
  await waitFor(() => expect(onLoggedIn).toHaveBeenCalledWith(user))
  expect(sentBodies.at(-1)).toEqual({ code: codes[0], trust_device: true })
  refuse(contract.finishLogIn, { status: 401, message: s.pendingExpired })
  await person.click(screen.getByRole('button', { name: s.finish }))
  await screen.findByText(s.pendingExpired)
  expect(onLeave).toHaveBeenCalledOnce()
})

test('setting up an authenticator app asks for the password, shows QR code and key, checks a code, and shows recovery codes', async () => {
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(contract.read, {
    data: { app_since: null, passkeys: [], passkey_site: null, recovery_codes_left: 0, is_required: false },
  })
  refuse(contract.makeSecret, { status: 403, code: 'password_needed', message: passkeyMessages.passwordNeeded })
  const { person } = drawScreen(<SetUpPage />, { at: '/two-step-log-in' })
  await person.type(await screen.findByLabelText(/^Current password/, { selector: 'input' }), 'my password')
  answer(contract.confirmPassword, { message: s.passwordConfirmed })
  answer(contract.makeSecret, { data: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Mutya?secret=ABCDEFGH' } })
  await person.click(screen.getByRole('button', { name: passkeyMessages.confirm }))
  await screen.findByRole('img', { name: s.qrLabel })
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeDefined()
  refuse(contract.confirm, { status: 422, message: s.wrongCode, errors: { code: [s.wrongCode] } })
  await person.type(screen.getByLabelText(/^Six digits/), '111111')
  await person.click(screen.getByRole('button', { name: s.switchOn }))
  await screen.findByText(s.wrongCode)
  refuse(contract.confirm, { status: 409, message: s.noSecret })
  answer(contract.makeSecret, { data: { secret: 'PONMLKJIHGFEDCBA', uri: 'otpauth://totp/Mutya?secret=PONMLKJI' } })
  await person.click(screen.getByRole('button', { name: s.switchOn }))
  await screen.findByText('PONM LKJI HGFE DCBA')
  expect(screen.getByText(s.noSecret)).toBeDefined()
  answer(contract.confirm, { data: { recovery_codes: codes } })
  await person.click(screen.getByRole('button', { name: s.switchOn }))
  await screen.findByRole('heading', { name: s.codesTitle })
  for (const code of codes) expect(screen.getByText(code)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test('the profile offers to set up a second factor while there is none, and otherwise to make new recovery codes or to switch the factor off', async () => {
  answer(contract.read, {
    data: { app_since: null, passkeys: [], passkey_site: null, recovery_codes_left: 0, is_required: true },
  })
  const off = drawScreen(<SecondFactorCard />)
  expect((await screen.findByRole('link', { name: s.setUp })).getAttribute('href')).toBe('/two-step-log-in')
  expect(screen.getByText(s.required)).toBeDefined()
  off.router.dispose()
})

test('new recovery codes are shown once after the password, and switching off the second factor also asks for the password', async () => {
  answer(contract.read, {
    data: {
      app_since: '2026-11-21T09:00:00+08:00',
      passkeys: [],
      passkey_site: null,
      recovery_codes_left: 1,
      is_required: false,
    },
  })
  const { person } = drawScreen(<SecondFactorCard />)
  await screen.findByText(s.codesLeft(1))
  // The app is the only second factor, so there is no button that removes it.
  expect(screen.queryByRole('button', { name: s.removeApp })).toBeNull()
  await person.click(screen.getByRole('button', { name: s.newCodes }))
  await person.type(await screen.findByLabelText(/^Current password/, { selector: 'input' }), 'my password')
  answer(contract.makeCodes, { data: { recovery_codes: codes } })
  await person.click(screen.getByRole('button', { name: s.makeCodes }))
  await screen.findByText(codes[9]!)
  await person.click(screen.getByRole('button', { name: s.done }))
  await waitFor(() => expect(screen.queryByText(codes[9]!)).toBeNull())
  await person.click(screen.getByRole('button', { name: s.switchOff }))
  await person.type(await screen.findByLabelText(/^Current password/, { selector: 'input' }), 'my password')
  answer(contract.switchOff, { message: s.switchedOff })
  await person.click(screen.getAllByRole('button', { name: s.switchOff }).at(-1)!)
  await screen.findByText(s.switchedOff)
  expect(sentBodies.at(-1)).toEqual({ current_password: 'my password' })
})

test('the profile lists the passkeys with their last use, removes one after the password, and renames one', async () => {
  const phone = {
    id: sampleId(1),
    name: 'Phone',
    created_at: '2026-11-20T09:00:00+08:00',
    last_used_at: '2026-11-21T09:30:00+08:00',
  }
  const key = { ...phone, id: sampleId(2), name: 'Security key', last_used_at: null }
  const state = {
    app_since: null,
    passkey_site: { domain: 'elsewhere.example' },
    recovery_codes_left: 9,
    is_required: false,
  }
  answer(contract.read, { data: { ...state, passkeys: [phone, key] } })
  const { person } = drawScreen(<SecondFactorCard />)
  await screen.findByText(passkeyMessages.lastUsed('Nov 21, 2026, 9:30 AM'))
  expect(screen.getByText(passkeyMessages.neverUsed('Nov 20, 2026'))).toBeDefined()
  // Passkeys work only at the clinic's web address, which is not the address of the test page.
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([passkeyMessages.addApp])
  await person.click(screen.getByRole('button', { name: passkeyMessages.removeOf('Security key') }))
  await person.type(await screen.findByLabelText(/^Current password/, { selector: 'input' }), 'my password')
  answer(passkeysContract.remove, { message: passkeyMessages.removed })
  await person.click(screen.getByRole('button', { name: passkeyMessages.remove }))
  await screen.findByText(passkeyMessages.removed)
  expect(asked).toContain(`POST /api/my/passkeys/${sampleId(2)}/removal`)
  expect(sentBodies.at(-1)).toEqual({ current_password: 'my password' })
  await person.click(screen.getByRole('button', { name: passkeyMessages.renameOf('Phone') }))
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name of the passkey/)
  expect(name.value).toBe('Phone')
  await person.clear(name)
  await person.click(screen.getByRole('button', { name: passkeyMessages.save }))
  await screen.findByText(passkeyMessages.nameRequired)
  await person.type(name, 'Old phone')
  answer(passkeysContract.rename, { message: passkeyMessages.renamed })
  await person.click(screen.getByRole('button', { name: passkeyMessages.save }))
  await screen.findByText(passkeyMessages.renamed)
  expect(asked).toContain(`PUT /api/my/passkeys/${sampleId(1)}`)
  expect(sentBodies.at(-1)).toEqual({ name: 'Old phone' })
})

test('an authenticator app can be removed with the password while a passkey remains', async () => {
  const phone = { id: sampleId(1), name: 'Phone', created_at: '2026-11-20T09:00:00+08:00', last_used_at: null }
  const state = { app_since: '2026-11-21T09:00:00+08:00', passkey_site: null, recovery_codes_left: 9 }
  answer(contract.read, { data: { ...state, passkeys: [phone], is_required: false } })
  const { person } = drawScreen(<SecondFactorCard />)
  await person.click(await screen.findByRole('button', { name: s.removeApp }))
  await person.type(await screen.findByLabelText(/^Current password/, { selector: 'input' }), 'my password')
  answer(contract.removeApp, { message: s.appRemoved })
  await person.click(screen.getByRole('button', { name: passkeyMessages.remove }))
  await screen.findByText(s.appRemoved)
  expect(sentBodies.at(-1)).toEqual({ current_password: 'my password' })
})

test('the offer of a second factor on the dashboard disappears after "Not now"', async () => {
  const { person } = drawScreen(<OfferBanner />)
  expect(screen.queryByText(s.offerTitle)).toBeNull()
  beginSession({ ...personOfRole('admin'), second_factor: 'offered' })
  await screen.findByText(s.offerTitle)
  answer(contract.decline, { message: s.declined })
  await person.click(screen.getByRole('button', { name: s.notNow }))
  await waitFor(() => expect(screen.queryByText(s.offerTitle)).toBeNull())
  expect(currentSession()).toMatchObject({ status: 'authenticated', person: { user_role: 'admin' } })
})

test('leaving the page Log-in security asks before a choice that is not saved is lost', async () => {
  answer(logInRulesContract.read, { data: { second_factor_for: 'nobody', people: [] } })
  answer(logInRulesContract.save, { message: s.ruleSaved })
  const { person } = drawScreen(<SecurityPage />)
  await person.click(await screen.findByRole('radio', { name: /^All staff/ }))
  expect(hasUnsavedChanges()).toBe(true)
  await person.click(screen.getByRole('button', { name: s.save }))
  await screen.findByText(s.ruleSaved)
  expect(hasUnsavedChanges()).toBe(false)
})

test('an admin chooses who must have a second factor, and can reset that of other users, but not their own', async () => {
  const people = [
    { id: personOfRole('admin').id, name: 'Ana Reyes', role: 'admin' as const, has_second_factor: true },
    { id: sampleId(2), name: 'Ben Cruz', role: 'cashier' as const, has_second_factor: true },
    { id: sampleId(3), name: 'Cora Lim', role: 'practitioner' as const, has_second_factor: false },
  ]
  answer(logInRulesContract.read, { data: { second_factor_for: 'nobody', people } })
  const { person } = drawScreen(<SecurityPage />)
  await person.click(await screen.findByRole('radio', { name: /^All staff/ }))
  answer(logInRulesContract.save, { message: s.ruleSaved })
  await person.click(screen.getByRole('button', { name: s.save }))
  await screen.findByText(s.ruleSaved)
  expect(sentBodies.at(-1)).toEqual({ second_factor_for: 'staff' })
  expect(screen.getAllByRole('button', { name: /^Reset/ }).map((button) => button.getAttribute('aria-label'))).toEqual([
    s.resetOf('Ben Cruz'),
  ])
  await person.click(screen.getByRole('button', { name: s.resetOf('Ben Cruz') }))
  answer(logInRulesContract.reset, { message: s.resetDone })
  await person.click(await screen.findByRole('button', { name: s.reset }))
  await screen.findByText(s.resetDone)
  expect(asked).toContain(`POST /api/users/${sampleId(2)}/second-factor-reset`)
})
