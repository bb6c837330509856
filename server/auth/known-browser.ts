import type { Context } from '#server/lib/context.ts'
import { findPerson, type Person } from '#server/people/find-person.ts'
import { accountsOfCookie, deviceCookieOf, deviceSecret, knownDevice } from './device-cookie.ts'

/** The id of the device under which this browser has logged in to one of the accounts; null if it never has. */
export async function deviceOfBrowser(context: Context, accounts: readonly Person[]): Promise<string | null> {
  const { tx, now } = context
  const secret = await deviceSecret(tx, now)
  const devices = accounts.map((account) => knownDevice(deviceCookieOf(context), secret, account, now))
  return devices.find((device) => device !== null) ?? null
}

/** The people who have logged in on this browser with their current password. */
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
