import { clsx } from 'clsx'
import { Clock, Mail, MapPin, Phone, ArrowRight, MessageCircle } from 'lucide-react'
import { CLOSING_TIMES, hasSetHours, SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { formatTime, formatWeekday } from '#shared/lib/manila-time.ts'
import type { Site } from '#shared/website/site.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { cellClasses, FULL_ROWS } from './full-rows.ts'
import { words } from './messages.ts'
import { FramedPicture } from './picture.tsx'
import { inner, section, SectionHead } from './section-head.tsx'

/** The pictures of rooms and people. A single one is as wide as the window. */
export const RoomsSection = ({ rooms }: { rooms: Site['rooms'] }) => (
  <section id="rooms" aria-labelledby="rooms-title" className={section}>
    <div className={inner}>
      <SectionHead id="rooms" title={rooms.title || words.rooms} lead={rooms.lead} />
    </div>
    <ul className={clsx(FULL_ROWS, 'gap-x-4 gap-y-6 lg:gap-x-6', rooms.pictures.length > 1 && inner)}>
      {rooms.pictures.map(({ name, picture }, index) => (
        <li key={index} className={cellClasses(rooms.pictures.length)[index]}>
          <figure>
            <FramedPicture
              picture={picture}
              sizes={rooms.pictures.length === 1 ? '100vw' : '(width >= 64rem) 40rem, calc(100vw - 2.5rem)'}
              className={
                rooms.pictures.length === 1 ? 'aspect-4/3 sm:aspect-21/9' : 'h-44 rounded-card sm:h-72 lg:h-80'
              }
            />
            {name && (
              <figcaption className={clsx('mt-3 text-sm font-semibold', rooms.pictures.length === 1 && inner)}>
                {name}
              </figcaption>
            )}
          </figure>
        </li>
      ))}
    </ul>
  </section>
)

type VisitProps = { visit: Site['visit']; clinic: PublicClinic }

/** Address, directions and hours. The map is a picture of our own, so no other host is contacted. */
export const VisitSection = ({ visit, clinic }: VisitProps) => (
  <section id="visit" aria-labelledby="visit-title" className={section}>
    <div className={`${inner} grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-2`}>
      <div>
        <SectionHead id="visit" title={visit.title || words.visit} lead="" />
        <Reach clinic={clinic} />
        {visit.directions && <p className="mt-4 max-w-lg whitespace-pre-line text-ink-2">{visit.directions}</p>}
        {visit.map_url && (
          <a href={visit.map_url} rel="noopener" className={`${buttonClass({ pill: true })} mt-6`}>
            {words.directions}
          </a>
        )}
        {visit.map && <Week clinic={clinic} className="mt-8" />}
      </div>
      {visit.map ? (
        <FramedPicture
          picture={visit.map}
          sizes="(width >= 64rem) 40rem, calc(100vw - 2.5rem)"
          className="aspect-4/3 self-start rounded-panel border border-line"
        />
      ) : (
        <Week clinic={clinic} className="lg:mt-2" />
      )}
    </div>
  </section>
)

const reach = 'flex min-h-12 items-center gap-3 wrap-anywhere hover:underline underline-offset-4'

/** The clinic's address, phone and e-mail, as far as they are set. */
const Reach = ({ clinic }: { clinic: PublicClinic }) => (
  <ul>
    {clinic.address && (
      <li className="flex min-h-12 gap-3 py-3">
        <MapPin size={18} className="mt-0.5 shrink-0 text-gold-ink" aria-hidden="true" />
        <span className="wrap-anywhere whitespace-pre-line">{clinic.address}</span>
      </li>
    )}
    {clinic.phone_href && (
      <li>
        <a href={clinic.phone_href} className={`${reach} tnum`}>
          <Phone size={18} className="shrink-0 text-gold-ink" aria-hidden="true" />
          {clinic.phone}
        </a>
      </li>
    )}
    {clinic.email_href && (
      <li>
        <a href={clinic.email_href} className={reach}>
          <Mail size={18} className="shrink-0 text-gold-ink" aria-hidden="true" />
          {clinic.email}
        </a>
      </li>
    )}
  </ul>
)

/** The name of a weekday, formatted from a date: 2 January 2000 was a Sunday, which is weekday 0. */
const weekdayName = (weekday: number) => formatWeekday(`2000-01-0${2 + weekday}`)

type WeekProps = { clinic: PublicClinic; className: string }

/** The weekly hours, or only the hours text for a clinic that has not set any. */
function Week({ clinic: { opening_hours, hours_text }, className }: WeekProps) {
  const isSet = hasSetHours(opening_hours)
  if (!isSet && !hours_text) return null
  return (
    <div className={clsx('max-w-md', className)}>
      <h3 className="flex items-center gap-3 font-semibold">
        <Clock size={18} className="shrink-0 text-gold-ink" aria-hidden="true" />
        {words.openingHours}
      </h3>
      {hours_text && <p className="mt-1 pl-7.5 text-ink-2">{hours_text}</p>}
      {isSet && (
        <dl className="tnum mt-3 divide-y divide-line border-y border-line text-sm">
          {opening_hours.map(({ weekday, is_open, first_slot, last_slot }) => (
            <div key={weekday} className="flex justify-between gap-4 py-2">
              <dt>{weekdayName(weekday)}</dt>
              <dd className="text-ink-2">
                {is_open
                  ? `${formatTime(SLOT_TIMES[first_slot]!)} – ${formatTime(CLOSING_TIMES[last_slot]!)}`
                  : words.closed}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

const quietLink =
  'inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-white/40 underline-offset-4 hover:decoration-white focus-visible:outline-white'

/** A Viber link for a phone number; empty for a text without digits. */
const viberLink = (phone: string) => {
  const digits = phone.replace(/\D/g, '')
  return digits === '' ? '' : `viber://chat?number=%2B${digits.replace(/^0(?=9)/, '63')}`
}

/** The contact section of the landing page: the booking button and all contact data. */
export function ContactSection({ contact, clinic }: { contact: Site['contact']; clinic: PublicClinic }) {
  return (
    <section id="contact" aria-labelledby="contact-title" className="scroll-mt-6 px-5 pb-16 md:px-8 lg:pb-24">
      <div className="relative mx-auto max-w-public overflow-hidden rounded-[2rem] bg-lagoon px-6 py-14 text-white sm:px-10 lg:px-16 lg:py-20">
        <GiantRing />
        <div className="relative">
          <h2 id="contact-title" className="max-w-2xl display text-[clamp(2.4rem,5.4vw,4.2rem)] leading-[1.04]">
            {contact.title}
          </h2>
          {contact.lead && <p className="mt-4 max-w-md whitespace-pre-line text-white/85">{contact.lead}</p>}
          <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-3">
            <a
              href={publicPaths.booking}
              className="inline-flex min-h-13 touch-manipulation items-center justify-center gap-2 rounded-full bg-white px-7 text-base font-[650] text-lagoon transition-colors hover:bg-blush focus-visible:outline-white active:translate-y-px"
            >
              {words.bookAnAppointment} <ArrowRight size={18} aria-hidden="true" />
            </a>
            <a data-value={clinic.phone_href} href={clinic.phone_href} className={quietLink}>
              <Phone size={17} aria-hidden="true" /> {words.call}
            </a>
            <a data-value={clinic.email_href} href={clinic.email_href} className={quietLink}>
              <Mail size={17} aria-hidden="true" /> {words.write}
            </a>
            {contact.messenger_url && (
              <a href={contact.messenger_url} rel="noopener" className={quietLink}>
                <MessageCircle size={17} aria-hidden="true" /> {words.messenger}
              </a>
            )}
            {viberLink(contact.viber) && (
              <a href={viberLink(contact.viber)} className={quietLink}>
                <MessageCircle size={17} aria-hidden="true" /> {words.viber}
              </a>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

/** The ring and pearl of Mutya's logo as a large background. */
function GiantRing() {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      className="pointer-events-none absolute -top-24 -right-24 size-[26rem] opacity-30 max-sm:-top-32 max-sm:-right-40"
    >
      <g fill="none" stroke="var(--gold)" strokeLinecap="round">
        <path d="M37.6 11.2A18.5 18.5 0 1 0 42.5 24" strokeWidth="1.4" />
        <path d="M31.5 16.4a10.8 10.8 0 1 0 3.2 9.4" strokeWidth=".9" opacity=".6" />
      </g>
      <circle cx="36.2" cy="17.6" r="5.6" fill="var(--blush)" />
    </svg>
  )
}
