import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openCashClinic, type CashClinic } from '#server/cash/cash-fixture.ts'
import { callerAt } from '#server/test/caller-at.ts'
import { createSession, createUser, type TestUser } from '#server/test/factories.ts'
import type { Caller } from '#server/test/server.ts'
import { startMain } from '#server/test/start-main.ts'
import { ApiError } from '#shared/lib/http-client.ts'

/** The time is in the morning, because the waitlist makes no offers at night. */
const MORNING = new Date('2026-11-21T09:00:00+08:00')

export type AppProcesses = Awaited<ReturnType<typeof openAppProcesses>>

/**
 * Returns a function that makes callers. Each caller has its own session and IP address, and calls another of the
 * processes than the caller before.
 */
function callers(clinic: CashClinic, addresses: readonly URL[]) {
  let count = 0
  return async (person: Pick<TestUser, 'id'>): Promise<Caller> => {
    const n = count++
    const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
    const token = await createSession(clinic.server.db, person.id)
    return callerAt(addresses[n % addresses.length]!, token, { 'x-forwarded-for': from })
  }
}

/** A clinic with cash control, of which two or more processes of the app run on the morning of November 21. */
export async function openAppProcesses(processes = 2) {
  const clinic = await openCashClinic({ now: MORNING, offersAtOnce: false, poolSize: 20 })
  onTestFinished(() => clinic.server.close())
  const { database, uploadsDir, db } = clinic.server
  const offset = MORNING.getTime() - Date.now()
  const start = () =>
    startMain({
      DATABASE_URL: database.appUrl,
      DATABASE_ADMIN_URL: database.ownerUrl,
      DATA_DIR: uploadsDir,
      TRUSTED_PROXY: 'loopback',
      NODE_OPTIONS: `--import ${path.resolve('e2e/support/follow-test-clock.mjs')}`,
      CLOCK_OFFSET_MS: String(offset),
    })
  const addresses = await Promise.all(Array.from({ length: processes }, () => start().address))
  const callerOf = callers(clinic, addresses)
  return {
    clinic,
    addresses,
    /** Sets the clock of the test's own server to the time of the processes. */
    syncClock: () => {
      clinic.server.clock.now = new Date(Date.now() + offset)
    },
    callerOf,
    /** Makes `count` callers for one person. */
    callersOf: (person: Pick<TestUser, 'id'>, count: number) =>
      Promise.all(Array.from({ length: count }, () => callerOf(person))),
    newClients: (count: number) => Promise.all(Array.from({ length: count }, () => createUser(db, 'client'))),
  }
}

export type Outcome = 'won' | `${number} ${string}`

/** Returns `won`, or the status and sentence of a refusal. Throws any other error, such as a broken connection. */
export const outcomeOf = (call: Promise<boolean>): Promise<Outcome> =>
  call.then<Outcome, Outcome>(
    (hasWon) => (hasWon ? 'won' : '200 without effect'),
    (error: unknown) => {
      if (error instanceof ApiError) return `${error.status} ${error.message}`
      throw error
    },
  )
