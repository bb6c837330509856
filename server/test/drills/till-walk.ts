import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { openCashClinic, type CashClinic } from '#server/cash/cash-fixture.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import type { Sale } from '#shared/sales/contract.ts'
import type { Random } from '../../../scripts/demo/random.ts'
import type { Step, Walker } from './walk.ts'

const DATE = '2026-11-21'

type Sold = { sale: Sale; body: CheckoutBody; key: string; isCash: boolean; isVoided: boolean }

export const openTillWalkClinic = (): Promise<CashClinic> => openCashClinic({ poolSize: 20, offersAtOnce: false })

/**
 * A random sequence of actions at one terminal (a random walk), with a model of the cash in its drawer in whole pesos.
 */
class TillWalk implements Walker {
  readonly #clinic: CashClinic
  readonly #random: Random
  readonly #terminal: string
  #shift: string | null = null
  #drawer = 0
  /** The terminal's sales of the day in pesos, without voided ones, and the number of voids. */
  #sold = 0
  #voids = 0
  readonly #sales: Sold[] = []

  constructor(clinic: CashClinic, random: Random, terminal: string) {
    this.#clinic = clinic
    this.#random = random
    this.#terminal = terminal
  }

  next(): Step {
    if (!this.#shift && this.#random.chance(0.7)) return this.#open()
    return this.#random.weighted<() => Step>([
      [() => this.#sell(), 6],
      [() => this.#repeat(), 1],
      [() => this.#void(), 2],
      [() => this.#move(), 3],
      [() => this.#close(), 1],
      [() => this.#open(), 1],
    ])()
  }

  #open(): Step {
    const float = this.#random.whole(0, 3) * 1000
    const send = async () => {
      this.#shift = (await this.#clinic.open(float, this.#terminal)).id
      this.#drawer = float
    }
    return { name: `open with ${float}`, isAllowed: this.#shift === null, send }
  }

  #sell(): Step {
    const { till } = this.#clinic
    const isCash = this.#random.chance(0.6)
    const line = this.#random.pick([till.peel(), till.carbon(), till.peel({ quantity: 3 })])
    const paid = isCash ? {} : { payment_method: 'gcash' as const, reference_number: randomUUID().slice(0, 20) }
    const body = till.order([line], { terminal_id: this.#terminal, ...paid })
    const key = randomUUID()
    const send = async () => {
      const sale = await till.send(body, key)
      this.#sales.push({ sale, body, key, isCash, isVoided: false })
      this.#sold += body.total
      if (isCash) this.#drawer += body.total
    }
    return { name: `sell ${body.total}${isCash ? ' in cash' : ''}`, isAllowed: this.#shift !== null, send }
  }

  /** Sends a sale again with its idempotency key, and checks that the answer is the same and nothing is sold. */
  #repeat(): Step {
    const last = this.#sales.at(-1)
    if (!last) return this.#sell()
    const send = async () =>
      expect((await this.#clinic.till.send(last.body, last.key)).receipt_number).toBe(last.sale.receipt_number)
    return { name: 'repeat the last sale', isAllowed: true, send }
  }

  #void(): Step {
    if (this.#sales.length === 0) return this.#sell()
    const one = this.#random.pick(this.#sales)
    const isCovered = !one.isCash || this.#drawer >= one.body.total
    const send = async () => {
      await this.#clinic.voidSale(one.sale)
      one.isVoided = true
      this.#sold -= one.body.total
      this.#voids++
      if (one.isCash) this.#drawer -= one.body.total
    }
    const isAllowed = !one.isVoided && this.#shift !== null && isCovered
    return { name: `void ${one.body.total}`, isAllowed, send }
  }

  #move(): Step {
    const shift = this.#shift
    if (!shift) return this.#sell()
    const kind = this.#random.pick(['in', 'out', 'drop'] as const)
    const amount = this.#random.whole(1, 20) * 100
    const send = async () => {
      await this.#clinic.move(shift, kind, amount)
      this.#drawer += kind === 'in' ? amount : -amount
    }
    return { name: `${kind} ${amount}`, isAllowed: kind === 'in' || this.#drawer >= amount, send }
  }

  #close(): Step {
    const shift = this.#shift
    if (!shift) return this.#sell()
    const send = async () => {
      const closed = await this.#clinic.close(shift, this.#drawer)
      expect(closed).toMatchObject({ state: 'closed', difference: 0 })
      this.#shift = null
    }
    return { name: `close with ${this.#drawer}`, isAllowed: true, send }
  }

  async compare(): Promise<void> {
    if (!this.#shift) return
    const reading = await this.#clinic.x(this.#shift)
    expect(reading.shifts[0]!.expected).toBe(this.#drawer)
  }

  /** Checks that the Z-reading of the day shows what the model sold. */
  async finish(): Promise<void> {
    if (this.#shift) await this.#close().send()
    if (this.#sales.length === 0) return
    const reading = await this.#clinic.closeDay(DATE, this.#terminal)
    expect({ net: reading.net, voids: reading.voids.count }).toEqual({ net: this.#sold, voids: this.#voids })
  }
}

export async function startTillWalk(clinic: CashClinic, random: Random, walk: number): Promise<Walker> {
  const body = { name: `Desk of walk ${walk}`, is_active: true }
  const { data } = await clinic.asAdmin(cashManagementContract.createTerminal, { body })
  return new TillWalk(clinic, random, data.id)
}
