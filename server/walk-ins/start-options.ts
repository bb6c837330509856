import { readDays, type BookableDays } from '#server/appointments/public.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { minuteOfDate, timeOfMinute } from '#shared/clinic/opening-hours.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import {
  chainPlans,
  chainWithPractitioner,
  isChainWithinOpening,
  leastTakenPlan,
  type Chain,
} from '#shared/resources/free-chains.ts'
import type { BranchDay } from '#shared/resources/free-starts.ts'
import type { StartOption, walkInsContract } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { runningQuarter } from './running-quarter.ts'

type StartOptions = Output<typeof walkInsContract.startOptions>['data']

/** The conflicts of a visit that starts at `minute`; null if it could not even be overbooked. */
function conflictsAt(day: BranchDay, chain: Chain, minute: number): StartOption['conflicts'] | null {
  if (chainPlans(day, chain, minute).length > 0) return []
  const least = leastTakenPlan(day, chain, minute)
  return (
    least &&
    least.taken.map(({ id, name, why, until }) => ({
      id,
      name,
      why,
      until: until === null ? null : timeOfMinute(until),
    }))
  )
}

/**
 * True if the practitioner works at `minute`. A practitioner without working hours of their own works whenever the
 * branch is open.
 */
function isOnDuty({ resources }: BranchDay, id: string, minute: number): boolean {
  const found = resources.find((resource) => resource.id === id)
  return found !== undefined && (found.hours?.some(({ from, to }) => from <= minute && minute < to) ?? true)
}

/** The practitioners with whom a visit can start at `minute`, free ones first. */
function startOptionsAt({ chain, practitioners }: BookableDays, day: BranchDay, minute: number): StartOption[] {
  const needsSomebody = chain.some(({ chosen }) => chosen.some(({ kind }) => kind === 'practitioner'))
  const people = needsSomebody
    ? practitioners.filter(({ id }) => isOnDuty(day, id, minute)).map(({ id, name }) => ({ practitioner_id: id, name }))
    : [{ practitioner_id: null, name: null }]
  return people
    .flatMap((person) => {
      const wanted = chainWithPractitioner(chain, person.practitioner_id ?? undefined)
      const conflicts = wanted && conflictsAt(day, wanted, minute)
      // Conflicts of the practitioner are listed before those of rooms and devices.
      const isOwn = ({ id }: StartOption['conflicts'][number]) => id === person.practitioner_id
      return conflicts
        ? [{ ...person, conflicts: conflicts.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a))) }]
        : []
    })
    .toSorted((a, b) => Number(a.conflicts.length > 0) - Number(b.conflicts.length > 0))
}

/** Lists the practitioners with whom a visit of a service can start now. Throws a 422 if the service is not offered. */
export async function listStartOptions(context: ReadContext, serviceId: string): Promise<StartOptions> {
  const { date, time } = runningQuarter(context.now)
  const days = await readDays(context, { first: date, days: 1 }, serviceId)
  if (!days.isOffered) throw invalid('service_id', appointmentMessages.unknownService)
  const day = days.on(date)
  const minute = minuteOfDate(time)
  const nobody = (obstacle: string) => ({ appointment_time: time, options: [], obstacle })
  if (day.isDisabled) return nobody(appointmentMessages.dateClosed)
  if (!isChainWithinOpening(day.opening, days.chain, minute)) return nobody(s.doesNotFit)
  const options = startOptionsAt(days, day, minute)
  return options.length === 0 ? nobody(s.nobodyOnDuty) : { appointment_time: time, options, obstacle: null }
}
