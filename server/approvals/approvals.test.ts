import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/lib/passwords.ts'
import { errorOf, openTill, type Till } from '#server/sales/till-fixture.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { APPROVAL_SUBJECTS, approvalsContract, type ApprovalKind } from '#shared/approvals/contract.ts'
import { approvalMessages as s } from '#shared/approvals/messages.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { usersContract } from '#shared/users/contract.ts'

const [PIN, PASSWORD] = ['491705', 'a long enough password']
let till: Till
let admin: TestUser
beforeAll(async () => {
  till = await openTill()
  admin = await createUser(till.server.db, 'admin', { name: 'Olga Owner' })
  await givePassword(till.server.db, admin.id, PASSWORD)
})
afterAll(() => till.server.close())

const asAdmin = () => till.server.as(admin.token)
const asCashier = () => till.server.as(till.cashier.token)
const setPin = (pin: string, current_password = PASSWORD) =>
  asAdmin()(approvalsContract.setPin, { body: { pin, current_password } })
const approvers = async () => (await asCashier()(paymentSettingsContract.read, {})).data.approvers
/** Requests an approval for `subject`, the id of a sale, order or shift. If `subject` is null, a random id is used. */
const approve = async (kind: ApprovalKind, subject: string | null, amount: number, pin = PIN) => {
  const of = { [APPROVAL_SUBJECTS[kind]]: subject ?? randomUUID() }
  return (await asCashier()(approvalsContract.approve, { body: { approver_id: admin.id, pin, kind, amount, ...of } }))
    .data
}
const voidBy = (till_user: TestUser, id: string, approval_id?: string) =>
  till.server.as(till_user.token)(salesContract.voidSale, {
    params: { id },
    body: { reason: 'Rung up twice', ...(approval_id && { approval_id }) },
  })
const sell = () => till.send(till.order([till.peel()]))
const pass = (minutes: number) => {
  till.server.clock.now = new Date(till.server.clock.now.getTime() + minutes * 60_000)
}

describe('approval PINs', () => {
  test('an approval PIN is set by an admin with the password, stored as a hash, and never logged', async () => {
    expect(await approvers()).toEqual([])
    expect(await errorOf(setPin(PIN, 'wrong password'))).toMatchObject({
      status: 422,
      errors: { current_password: [authMessages.currentPasswordWrong] },
    })
    for (const pin of ['49170', '4917058', '4917a5'])
      expect(await errorOf(setPin(pin))).toMatchObject({ errors: { pin: [s.newPinFormat] } })
    for (const pin of ['111111', '123456', '987654'])
      expect(await errorOf(setPin(pin))).toMatchObject({ errors: { pin: [s.easyPin] } })
    await setPin(PIN)
    expect(await approvers()).toEqual([{ id: admin.id, name: admin.name }])
    const { pin_hash } = await till.server.db.selectFrom('approval_pins').selectAll().executeTakeFirstOrThrow()
    expect(pin_hash).toMatch(/^\$argon2id\$/)
    const entry = await lastLogEntry(till.server.db)
    expect(entry.action).toBe('Set an approval PIN')
    expect(JSON.stringify(entry)).not.toContain(PIN)
  })

  test.each(['4917', '49170582'])(
    'an approval PIN such as %s, which only earlier versions of the app allowed, is still accepted',
    async (earlier) => {
      const keep = async (pin: string) =>
        till.server.db
          .updateTable('approval_pins')
          .set({ pin_hash: await hashPassword(pin) })
          .execute()
      await keep(earlier)
      expect((await approve('discount', null, 1, earlier)).approver_name).toBe(admin.name)
      await keep(PIN)
      for (const pin of ['491', '491705823', '4917a5'])
        expect(await errorOf(approve('discount', null, 1, pin))).toMatchObject({ errors: { pin: [s.pinFormat] } })
    },
  )
})

describe('voids by a cashier', () => {
  test('a void by a cashier needs an approval for this sale, which is recorded on the document and in the log', async () => {
    const sale = await sell()
    expect(await errorOf(voidBy(till.cashier, sale.id))).toMatchObject({
      status: 403,
      errors: { approval_id: [s.needed] },
    })
    const approval = await approve('void', sale.id, 1500)
    expect(approval.approver_name).toBe(admin.name)
    const { data } = await voidBy(till.cashier, sale.id, approval.id)
    expect(data).toMatchObject({ cashier_name: till.cashier.name, approved_by: admin.name, state: 'void' })
    expect((await lastLogEntry(till.server.db)).action).toMatch(/, approved by Olga Owner$/)
    const again = await errorOf(voidBy(till.cashier, (await sell()).id, approval.id))
    expect(again).toMatchObject({ status: 403, errors: { approval_id: [s.notFor] } })
  })

  test('a void is rejected with an approval that is expired, unknown, or for another action, amount or cashier', async () => {
    const sale = await sell()
    const refused = async (by: TestUser, id: string) => (await errorOf(voidBy(by, sale.id, id))).message
    expect(await refused(till.cashier, (await approve('refund', sale.id, 1500)).id)).toBe(s.notFor)
    expect(await refused(till.cashier, (await approve('void', sale.id, 1499)).id)).toBe(s.notFor)
    const right = await approve('void', sale.id, 1500)
    expect(await refused(till.otherCashier, right.id)).toBe(s.notFor)
    pass(31)
    expect(await refused(till.cashier, right.id)).toBe(s.expired)
    expect(await refused(till.cashier, randomUUID())).toBe(s.expired)
    expect(await errorOf(approve('void', randomUUID(), 1))).toMatchObject({ status: 404 })
    const body = { approver_id: admin.id, pin: PIN, kind: 'discount', amount: 1 } as const
    for (const [field, of] of [
      ['order_key', {}],
      ['sale_id', { order_key: randomUUID(), sale_id: sale.id }],
      ['shift_id', { order_key: randomUUID(), shift_id: sale.id }],
    ] as const)
      expect(await errorOf(asCashier()(approvalsContract.approve, { body: { ...body, ...of } }))).toMatchObject({
        errors: { [field]: [s.notFor] },
      })
  })
})

describe('discounts above the limit of a cashier', () => {
  const discounted = (discount: number, approval_id?: string) =>
    till.order([till.peel()], { is_discounted: 'yes', discount, ...(approval_id && { approval_id }) })

  test('a discount above the cashier’s limit needs an approval that works for one sale; a smaller discount, or one by an admin, needs no approval', async () => {
    await till.send(discounted(1500))
    const { methods } = (await asCashier()(paymentSettingsContract.read, {})).data
    await asAdmin()(paymentSettingsContract.save, { body: { methods, discount_limit: 10 } })
    expect(await till.send(discounted(150))).toMatchObject({ discount: 150, approved_by: null })
    expect(await till.error(discounted(150.01))).toMatchObject({ status: 403, errors: { approval_id: [s.needed] } })
    const key = randomUUID()
    const { id } = await approve('discount', key, 300)
    expect(await till.error(discounted(300.01, id), key)).toMatchObject({ message: s.notFor })
    const sale = await till.send(discounted(300, id), key)
    expect(sale.approved_by).toBe(admin.name)
    expect((await lastLogEntry(till.server.db)).action).toMatch(/discount ₱300.00, approved by Olga Owner$/)
    const byAdmin = await asAdmin()(
      salesContract.checkout,
      { body: discounted(1500) },
      { idempotencyKey: randomUUID() },
    )
    expect(byAdmin.data).toMatchObject({ discount: 1500, approved_by: null })
  })

  test('a discount is approved for one order only: the approval of another order with the same discount is rejected', async () => {
    const { methods } = (await asCashier()(paymentSettingsContract.read, {})).data
    await asAdmin()(paymentSettingsContract.save, { body: { methods, discount_limit: 10 } })
    const [order, otherOrder] = [randomUUID(), randomUUID()]
    const { id } = await approve('discount', order, 300)
    expect(await till.error(discounted(300, id), otherOrder)).toMatchObject({
      status: 403,
      errors: { approval_id: [s.notFor] },
    })
    expect((await till.send(discounted(300, id), order.toUpperCase())).approved_by).toBe(admin.name)
  })

  test('the discount of a Senior Citizen card needs no approval, but an additional discount above the cashier’s limit does', async () => {
    const { methods } = (await asCashier()(paymentSettingsContract.read, {})).data
    await asAdmin()(paymentSettingsContract.save, { body: { methods, discount_limit: 10 } })
    const service = { id: till.catalogue.serviceId }
    await asAdmin()(catalogueContract.changeTax, {
      params: service,
      body: { tax_class: 'vatable', senior_pwd_eligible: true, is_excise: false },
    })
    const senior_pwd_card = { kind: 'senior', id_number: 'QC-0148', name: 'Corazon', birth_date: '1959-03-14' } as const
    const lines = [till.peel({ senior_pwd: true }), till.glow()]
    expect(await till.send(till.order(lines, { senior_pwd_card }))).toMatchObject({ approved_by: null })
    const more = { senior_pwd_card, is_discounted: 'yes', discount: 401 } as const
    expect(await till.error(till.order(lines, more))).toMatchObject({
      status: 403,
      errors: { approval_id: [s.needed] },
    })
  })
})

describe('wrong PINs', () => {
  test('each wrong PIN is counted, even if several are sent at once; too many lock that admin’s PIN for a while, but only for the cashier who entered them', async () => {
    expect(await errorOf(approve('discount', null, 1, '000007'))).toMatchObject({
      status: 422,
      errors: { pin: [s.wrongPin] },
    })
    const tries = Array.from({ length: 10 }, (_, i) => errorOf(approve('discount', null, 1, `50000${i}`)))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(4)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    expect(await errorOf(approve('discount', null, 1))).toMatchObject({
      status: 429,
      message: authMessages.tooManyTries,
    })
    expect((await lastLogEntry(till.server.db)).action).toBe(
      'Locked the approval PIN of Olga Owner after too many tries',
    )
    const body = { approver_id: admin.id, pin: PIN, kind: 'discount', amount: 1, order_key: randomUUID() } as const
    const byOther = await till.server.as(till.otherCashier.token)(approvalsContract.approve, { body })
    expect(byOther.data.approver_name).toBe(admin.name)
    // The approval for the other cashier does not end the lockout of the cashier who entered wrong PINs.
    expect(await errorOf(approve('discount', null, 1))).toMatchObject({ status: 429 })
    pass(16)
    expect((await approve('discount', null, 1)).approver_name).toBe(admin.name)
  })

  test('neither a removed PIN nor the PIN of a former admin gives an approval', async () => {
    const other = await createUser(till.server.db, 'admin')
    await givePassword(till.server.db, other.id, PASSWORD)
    await till.server.as(other.token)(approvalsContract.setPin, { body: { pin: '830617', current_password: PASSWORD } })
    const byOther = () =>
      errorOf(
        asCashier()(approvalsContract.approve, {
          body: { approver_id: other.id, pin: '830617', kind: 'discount', order_key: randomUUID(), amount: 1 },
        }),
      )
    const version = (await asAdmin()(usersContract.list, { querystring: { search: other.name } })).users[0]!.version
    await asAdmin()(
      usersContract.update,
      { params: { id: other.id }, body: { name: other.name, email: other.email, role: 'cashier' } },
      { headers: { 'if-match': String(version) } },
    )
    expect(await byOther()).toMatchObject({ status: 422, errors: { pin: [s.wrongPin] } })
    await asAdmin()(approvalsContract.removePin, {})
    expect((await lastLogEntry(till.server.db)).action).toBe('Removed the approval PIN')
    expect(await approvers()).toEqual([])
    expect(await errorOf(approve('discount', null, 1))).toMatchObject({ errors: { pin: [s.wrongPin] } })
  })
})
