import type { CivilTime } from '#shared/lib/manila-time.ts'
import { visitEnd } from './slots.ts'

type InTurn = {
  appointment_time: CivilTime
  duration_minutes: number
  service_name: string
  practitioner_id: string | null
  further_services: readonly { service_name: string; duration_minutes: number; practitioner_id: string | null }[]
}

/** A visit as one of several people does it: their services, and from when to when. */
type Part<Visit extends InTurn> = Pick<
  Visit,
  'appointment_time' | 'duration_minutes' | 'service_name' | 'further_services'
> & {
  /** Minutes from the start of the visit to that of the part, whose time alone does not tell that a midnight lies between. */
  starts_after: number
}

/**
 * The part of a visit that is done by somebody, from the first of their services to the last; null for a visit that is
 * wholly theirs, or not theirs at all.
 */
export function partOf<Visit extends InTurn>(visit: Visit, personId: string): Part<Visit> | null {
  const { appointment_time, duration_minutes, further_services } = visit
  const further = further_services.reduce((sum, one) => sum + one.duration_minutes, 0)
  let begins = 0
  const services = [{ ...visit, duration_minutes: duration_minutes - further }, ...further_services].map((service) => {
    const from = begins
    begins += service.duration_minutes
    return { service, from, to: begins }
  })
  const own = services.filter(({ service }) => service.practitioner_id === personId)
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last || own.length === services.length) return null
  return {
    appointment_time: visitEnd(appointment_time, first.from),
    starts_after: first.from,
    duration_minutes: last.to - first.from,
    service_name: first.service.service_name,
    further_services: own.slice(1).map(({ service }) => service),
  }
}
