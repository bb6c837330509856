import { sql } from 'kysely'
import { openInvoicer, registered } from '#server/sales/invoice-fixture.ts'
import { createCatalogue, createUser, givePassword } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { approvalsContract } from '#shared/approvals/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos, type Centavos } from '#shared/lib/money.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { seededRandom, type Random } from '../../../scripts/demo/random.ts'
import { orderMaker, type Offer, type TillRules } from './orders-fixture.ts'
import { seriesOf, type Cover, type Entry, type Shift, type Till } from './ledger-fixture.ts'

const PIN = '491705'
const PASSWORD = 'a long enough password'

/** The settings of the clinic that change during the simulated weeks. */
type Rules = TillRules & { hasCashControl: boolean; difference: Centavos; approvalLimit: Centavos }

export type Cashier = { name: string; call: Caller; id: string }

export type WeeksClinic = Awaited<ReturnType<typeof openWeeksClinic>>

/** The row counts, sums and versions that a refused act could change, as one text. */
async function countRows({ db }: TestServer): Promise<string> {
  const { rows } = await sql<{ rows: string }>`select concat_ws(' ',
    (select count(*) from documents), (select count(*) from document_lines), (select count(*) from payments),
    (select count(*) from document_customers), (select count(*) from document_cards),
    (select count(*) from booklet_numbers), (select concat_ws(',', count(*), count(closed_at), count(first_counted_centavos)) from shifts),
    (select count(*) from cash_movements), (select count(*) from z_readings), (select count(*) from receipt_prints),
    (select count(*) from reading_prints), (select count(*) from cover_invoices), (select count(*) from invoice_covers), (select count(*) from events), (select count(*) from idempotency_keys),
    (select sum(last_number) from document_counters), (select sum(total_centavos) from daily_sales),
    (select sum(version) from branches), (select sum(version) from cash_settings)) as rows`.execute(db)
  return rows[0]!.rows
}

/**
 * Sets up prices with odd centavos, one service of each tax class, and services that are eligible for Senior Citizen
 * and PWD discounts.
 */
async function setUpOffers(server: TestServer): Promise<Offer[]> {
  const ids = await createCatalogue(server.db)
  const addOn = { id: ids.addOnId, name: 'LED light', price: 35_000 }
  const offer = (serviceId: string, treatmentId: string, name: string, more: Partial<Offer>): Offer => ({
    serviceId,
    treatmentId,
    name,
    price: 0,
    taxed: { taxClass: 'vatable', isExcise: false },
    isEligible: false,
    addOn: null,
    ...more,
  })
  const { serviceId, treatmentId, otherServiceId, otherTreatmentServiceId, otherTreatmentId } = ids
  const offers = [
    offer(serviceId, treatmentId, 'Diamond peel', { price: 149_999, isEligible: true, addOn }),
    offer(otherServiceId, treatmentId, 'Hydra glow', {
      price: 250_050,
      isEligible: true,
      addOn,
      taxed: { taxClass: 'exempt', isExcise: false },
    }),
    offer(otherTreatmentServiceId, otherTreatmentId, 'Carbon peel', {
      price: 500_001,
      taxed: { taxClass: 'vatable', isExcise: true },
    }),
  ]
  for (const { serviceId: id, price, taxed, isEligible } of offers)
    await server.db
      .updateTable('services')
      .set({
        price_centavos: price,
        tax_class: taxed.taxClass,
        is_excise: taxed.isExcise,
        senior_pwd_eligible: isEligible,
      })
      .where('id', '=', id)
      .execute()
  return offers
}

/**
 * Opens a clinic with two registered terminals, two cashiers and an admin with a PIN; `seed` decides all that happens.
 */
export async function openWeeksClinic(seed: number) {
  const random: Random = seededRandom(seed)
  const server = await startTestServer({ now: new Date('2026-01-05T08:00:00+08:00') })
  const invoicer = await openInvoicer(server, { opensShifts: false })
  const { owner, asOwner } = invoicer
  await givePassword(server.db, owner.id, PASSWORD)
  await asOwner(approvalsContract.setPin, { body: { pin: PIN, current_password: PASSWORD } })
  const users = [
    await createUser(server.db, 'cashier', { name: 'Andrea Cruz' }),
    await createUser(server.db, 'cashier', { name: 'Paolo Santos' }),
  ]
  const cashiers = users.map(({ id, name, token }): Cashier => ({ id, name, call: server.as(token) }))
  const names = ['Front desk', 'Back office']
  const tills: Till[] = []
  for (const name of names) {
    const { id } = await invoicer.addTerminal(name)
    tills.push({ id, name, shift: null, unread: new Set(), readings: [] })
  }
  const rules: Rules = {
    mode: 'acknowledgement',
    tax: { isVatRegistered: false, chargesExcise: false },
    methods: ['cash', 'gcash', 'maya', 'bank_transfer'],
    discountLimit: null,
    coversSmall: false,
    smallLimit: 50_000,
    hasCashControl: true,
    difference: 5_000,
    approvalLimit: 200_000,
  }
  const offers = await setUpOffers(server)
  const saveDocuments = () =>
    asOwner(documentsContract.save, {
      body: {
        ...registered,
        mode: rules.mode,
        is_vat_registered: rules.tax.isVatRegistered,
        charges_excise: rules.tax.chargesExcise,
        covers_small_sales: rules.coversSmall,
        small_sale_limit: toPesos(rules.smallLimit),
      },
    })
  const saveRules = async () => {
    const { methods, discountLimit, hasCashControl, difference, approvalLimit } = rules
    await asOwner(cashManagementContract.saveSettings, {
      body: {
        is_on: hasCashControl,
        allowed_difference: toPesos(difference),
        approval_limit: toPesos(approvalLimit),
      },
    })
    const discount_limit = discountLimit === null ? null : discountLimit / 100
    await asOwner(paymentSettingsContract.save, { body: { methods: [...methods, 'withheld'], discount_limit } })
    await saveDocuments()
  }
  /**
   * Changes the tax class of the first service, in the catalogue and in the offers from which the test makes later
   * orders.
   */
  const changeTaxClass = async (taxClass: TaxClass) => {
    const [first] = offers
    first!.taxed = { ...first!.taxed, taxClass }
    await asOwner(catalogueContract.changeTax, {
      params: { id: first!.serviceId },
      body: { tax_class: taxClass, senior_pwd_eligible: first!.isEligible, is_excise: first!.taxed.isExcise },
    })
  }
  await saveRules()
  const entries: Entry[] = []
  const covers: Cover[] = []
  const shifts: Shift[] = []
  const numbers = new Map<string, number>()
  return {
    random,
    server,
    owner: { ...owner, call: asOwner },
    cashiers,
    tills,
    rules,
    saveRules,
    saveDocuments,
    changeTaxClass,
    entries,
    covers,
    shifts,
    /** How often the test made each kind of call, by the name of the call and its outcome. */
    played: new Map<string, number>(),
    /** How often each document was printed, by its id. */
    copies: new Map<string, number>(),
    /** The last acts, which are printed if the test fails. */
    journal: [] as string[],
    makeOrder: orderMaker(random, offers),
    countRows: () => countRows(server),
    today: (): CivilDate => manilaDate(server.clock.now),
    /** The number that the next document of a series must get. */
    nextNumber: (of: Parameters<typeof seriesOf>[0]) => {
      const series = seriesOf(of)
      numbers.set(series, (numbers.get(series) ?? 0) + 1)
      return numbers.get(series)!
    },
    numbers,
    approve: async (cashier: Cashier, body: { kind: string; amount: Centavos; [subject: string]: unknown }) =>
      (
        await cashier.call(approvalsContract.approve, {
          body: { approver_id: owner.id, pin: PIN, ...body, amount: toPesos(body.amount) } as never,
        })
      ).data.id,
  }
}
