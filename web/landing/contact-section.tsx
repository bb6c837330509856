import { ArrowRight, Mail, MessageCircle, Phone } from 'lucide-react'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Site } from '#shared/website/site.ts'
import { paths } from '#web/lib/paths.ts'
import { words } from './messages.ts'

const quietLink =
  'inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-white/40 underline-offset-4 hover:decoration-white focus-visible:outline-white'

/** A Viber link for a number; empty without digits. */
const viberLink = (phone: string) => {
  const digits = phone.replace(/\D/g, '')
  return digits === '' ? '' : `viber://chat?number=%2B${digits.replace(/^0(?=9)/, '63')}`
}

/** The booking button and all contact data. */
export function ContactSection({ contact, clinic }: { contact: Site['contact']; clinic: PublicClinic }) {
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="scroll-mt-6 px-5 pb-16 md:px-8 lg:pb-24 [.border-y+&]:pt-16 lg:[.border-y+&]:pt-24"
    >
      <div className="relative mx-auto max-w-public overflow-hidden rounded-[2rem] bg-lagoon px-6 py-14 text-white sm:px-10 lg:px-16 lg:py-20">
        <GiantRing />
        <div className="relative">
          <h2 id="contact-title" className="max-w-2xl display text-[clamp(2.4rem,5.4vw,4.2rem)] leading-[1.04]">
            {contact.title}
          </h2>
          {contact.lead && <p className="mt-4 max-w-md whitespace-pre-line text-white/85">{contact.lead}</p>}
          <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-3">
            <a
              href={paths.booking}
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

/** The mark's ring and pearl as a large background. */
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
