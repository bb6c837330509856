import type { Context } from '#server/lib/context.ts'
import { findPerson, type Person } from '#server/people/find-person.ts'
import { accountsOfCookie, deviceCookieOf, deviceSecret, knownDevice } from './device-cookie.ts'

/** The device by which this browser is known to one of some accounts; null when it has been in none of them. */
export async function deviceOfBrowser(context: Context, accounts: readonly Person[]): Promise<string | null> {
  const { tx, now } = context
  const secret = await deviceSecret(tx, now)
  const devices = accounts.map((account) => knownDevice(deviceCookieOf(context), secret, account, now))
  return devices.find((device) => device !== null) ?? null
}

/** Whose accounts this browser has been in with their present passwords. */
export async function knownPeopleOfBrowser(context: Context): Promise<Person[]> {
  const { tx, now } = context
  const cookie = deviceCookieOf(context)
  const ids = accountsOfCookie(cookie)
  if (ids.length === 0) return []
  const secret = await deviceSecret(tx, now)
  const people: Person[] = []
  for (const id of ids) {
    const person = await findPerson(tx, id)
    if (person && knownDevice(cookie, secret, person, now) !== null) people.push(person)
  }
  return people
}
