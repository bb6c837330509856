import type { RateLimit } from '#server/db/rate-windows.ts'

/** How much is allowed; values handed to `buildApp`, with no way to switch them off in production. */
export type Limits = {
  /** Wrong log-ins per account and address together. */
  logInsPerAccountAndAddress: RateLimit
  /** Wrong log-ins per address, over all accounts: clinic Wi-Fi and mobile networks share one. */
  logInsPerAddress: RateLimit
  /** Wrong log-ins per account, from anywhere. */
  logInsPerAccount: RateLimit
  registrationsPerAddress: RateLimit
  /** Upcoming appointments one client may hold. Staff are exempt. */
  openBookingsPerClient: number
  bookingsPerClient: RateLimit
  /** Downloads of everything that is kept about a person, each of which reads it all. */
  dataExportsPerPerson: RateLimit
}

const quarterHour = 15 * 60

export const defaultLimits: Limits = {
  logInsPerAccountAndAddress: { tries: 10, windowSeconds: quarterHour },
  logInsPerAddress: { tries: 100, windowSeconds: quarterHour },
  logInsPerAccount: { tries: 50, windowSeconds: quarterHour },
  registrationsPerAddress: { tries: 30, windowSeconds: 3600 },
  openBookingsPerClient: 5,
  bookingsPerClient: { tries: 10, windowSeconds: 3600 },
  dataExportsPerPerson: { tries: 10, windowSeconds: 3600 },
}
