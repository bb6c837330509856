import { MapPin } from 'lucide-react'
import { MAX_SLOT, SLOT_MINUTES, SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { formatTime, formatWeekday, instantOf, manilaTime } from '#shared/lib/manila-time.ts'
import type { Site } from '#shared/website/site.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from './messages.ts'
import { Blurred, Picture } from './picture.tsx'

type HeadProps = { id: string; title: string; lead: string }

const SectionHead = ({ id, title, lead }: HeadProps) => (
  <div className="mb-10">
    <h2 id={`${id}-title`} className="display text-h2 wrap-break-word">
      {title}
    </h2>
    {lead && <p className="mt-3 max-w-lg whitespace-pre-line text-ink-2">{lead}</p>}
  </div>
)

const section = 'py-16 lg:py-24'
const inner = 'mx-auto max-w-public px-5 md:px-8'

/** Who works here, with photo, title and licence. */
export const PeopleSection = ({ people }: { people: Site['people'] }) => (
  <section id="people" aria-labelledby="people-title" className={section}>
    <div className={inner}>
      <SectionHead id="people" title={people.title || words.team} lead={people.lead} />
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
        {people.members.map(({ name, title, line, licence, photo }, index) => (
          <li key={index} className="min-w-0">
            {photo === null ? (
              <span
                aria-hidden="true"
                className="grid aspect-4/5 w-full place-items-center rounded-card bg-blush display text-h2"
              >
                {name[0]}
              </span>
            ) : (
              <img
                src={photo}
                alt={name}
                width={480}
                height={600}
                loading="lazy"
                decoding="async"
                className="aspect-4/5 w-full rounded-card bg-surface-3 object-cover"
              />
            )}
            <h3 className="mt-4 text-lead font-semibold wrap-break-word">{name}</h3>
            {title && <p className="text-sm text-ink-2">{title}</p>}
            {licence && (
              <p className="mt-1 text-xs text-ink-3">
                {words.licence} {licence}
              </p>
            )}
            {line && <p className="mt-2 text-sm whitespace-pre-line text-ink-2">{line}</p>}
          </li>
        ))}
      </ul>
    </div>
  </section>
)

/** Pictures of the rooms, each with its name. */
export const RoomsSection = ({ rooms }: { rooms: Site['rooms'] }) => (
  <section id="rooms" aria-labelledby="rooms-title" className={section}>
    <div className={inner}>
      <SectionHead id="rooms" title={rooms.title || words.rooms} lead={rooms.lead} />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
        {rooms.pictures.map(({ name, picture }, index) => (
          <li key={index}>
            <figure>
              <div className="relative overflow-hidden rounded-card bg-surface-3">
                <Blurred picture={picture} />
                <Picture
                  picture={picture}
                  sizes="(width >= 64rem) 26rem, (width >= 40rem) 46vw, calc(100vw - 2.5rem)"
                  className="relative aspect-4/3 w-full object-cover"
                />
              </div>
              {name && <figcaption className="mt-3 text-sm font-semibold">{name}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

type VisitProps = { visit: Site['visit']; clinic: PublicClinic }

/** The way to the clinic, and when it is open. The map is a picture of its own: no other host is asked for one. */
export const VisitSection = ({ visit, clinic }: VisitProps) => (
  <section id="visit" aria-labelledby="visit-title" className={section}>
    <div className={`${inner} grid gap-10 lg:grid-cols-2 lg:gap-16`}>
      <div>
        <SectionHead id="visit" title={visit.title || words.visit} lead="" />
        <p data-value={clinic.address} className="flex gap-2.5">
          <MapPin size={18} className="mt-0.5 shrink-0 text-gold-ink" aria-hidden="true" />
          <span className="wrap-anywhere whitespace-pre-line">{clinic.address}</span>
        </p>
        {visit.directions && <p className="mt-4 max-w-lg whitespace-pre-line text-ink-2">{visit.directions}</p>}
        <Week clinic={clinic} />
        {visit.map_url && (
          <a href={visit.map_url} rel="noopener" className={`${buttonClass({ pill: true })} mt-6`}>
            {words.directions}
          </a>
        )}
      </div>
      {visit.map && (
        <div className="relative overflow-hidden rounded-panel border border-line bg-surface-3">
          <Blurred picture={visit.map} />
          <Picture
            picture={visit.map}
            sizes="(width >= 64rem) 40rem, calc(100vw - 2.5rem)"
            className="relative aspect-4/3 w-full object-cover"
          />
        </div>
      )}
    </div>
  </section>
)

/** When a visit that begins in the last slot is over. */
const closingTime = (lastSlot: number) =>
  manilaTime(new Date(instantOf('2000-01-01', SLOT_TIMES[lastSlot]!).getTime() + SLOT_MINUTES * 60_000))

/** 2 January 2000 was a Sunday. */
const weekdayName = (weekday: number) => formatWeekday(`2000-01-0${2 + weekday}`)

/** The hours of each weekday; a clinic that has not set any says only what it says of its hours. */
function Week({ clinic: { opening_hours, hours_text } }: { clinic: PublicClinic }) {
  const isSet = opening_hours.some((day) => !day.is_open || day.first_slot > 0 || day.last_slot < MAX_SLOT)
  return (
    <div className="mt-6 max-w-md">
      <h3 className="font-semibold">{words.openingHours}</h3>
      {hours_text && <p className="mt-1 text-ink-2">{hours_text}</p>}
      {isSet && (
        <dl className="tnum mt-3 divide-y divide-line border-y border-line text-sm">
          {opening_hours.map(({ weekday, is_open, first_slot, last_slot }) => (
            <div key={weekday} className="flex justify-between gap-4 py-2">
              <dt>{weekdayName(weekday)}</dt>
              <dd className="text-ink-2">
                {is_open
                  ? `${formatTime(SLOT_TIMES[first_slot]!)} – ${formatTime(closingTime(last_slot))}`
                  : words.closed}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
