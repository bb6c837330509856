import { defineMessages } from '#shared/lib/language.ts'

/** Texts about services that a package of the client pays; clients read them in the booking. */
export const coveredMessages = defineMessages('prepaid/covered', {
  covered: (name: string, left: number, all: number) => `Covered by ${name}, ${String(left)} of ${String(all)} left`,
  ofService: (service: string, sentence: string) => `${service}: ${sentence}`,
})
