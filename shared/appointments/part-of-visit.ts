import type { CivilTime } from '#shared/lib/manila-time.ts'
import { visitEnd } from './slots.ts'

type VisitOfSeveralPeople = {
  appointment_time: CivilTime
  duration_minutes: number
  service_name: string
  practitioner_id: string | null
  further_services: readonly { service_name: string; duration_minutes: number; practitioner_id: string | null }[]
}

/** The part of a visit that one person does: this person's services and their time. */
type Part<Visit extends VisitOfSeveralPeople> = Pick<
  Visit,
  'appointment_time' | 'duration_minutes' | 'service_name' | 'further_services'
> & {
  /**
   * Minutes from the start of the visit to the start of the part; the time of the part alone would not show whether
   * midnight lies between them.
   */
  starts_after: number
}

/**
 * The part of a visit that a person does, from the first to the last of their services; null when they do all or none
 * of it.
 */
export function partOfPerson<Visit extends VisitOfSeveralPeople>(visit: Visit, personId: string): Part<Visit> | null {
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
