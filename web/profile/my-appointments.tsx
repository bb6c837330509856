import { profileSentences as s } from '#shared/profile/sentences.ts'
import { AppointmentGroup } from './appointment-group.tsx'
import { BookLink } from './book-link.tsx'

/** The tab of one's own appointments. */
export function MyAppointments() {
  return (
    <div className="space-y-4">
      <AppointmentGroup
        group="upcoming"
        title={s.upcoming}
        empty={s.noUpcoming}
        emptyAction={<BookLink>{s.bookNow}</BookLink>}
      />
      <AppointmentGroup group="past" title={s.past} empty={s.noPast} />
    </div>
  )
}
