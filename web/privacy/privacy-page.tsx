import { ArrowLeft } from 'lucide-react'
import { clinicContract } from '#shared/clinic/contract.ts'
import { brandOf, publicClinic, type PublicClinic } from '#shared/clinic/public-profile.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { navigationMessages } from '#shared/lib/messages.ts'
import { noticeSections, PRIVACY_NOTICE_VERSION, type NoticeSection } from '#shared/privacy/notice.ts'
import { chartNoticeMessages, privacyMessages as s } from '#shared/privacy/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Logo, ProductLogo } from '#web/ui/logo.tsx'

/** The privacy notice, open to everyone. */
export default function PrivacyPage() {
  const { data, failure } = useRead(clinicContract.read, {}, { staleMs: 60_000 })
  const clinic = data && publicClinic(data.data)
  const brand = clinic && brandOf(clinic.name)
  return (
    <div className="mx-auto max-w-[46rem] px-5 py-5 md:px-8 md:py-8">
      <header className="flex flex-wrap items-center justify-between gap-3">
        {brand ? <Logo name={brand.brand} line={brand.brand_line} /> : <ProductLogo />}
        <a
          href={paths.landing}
          className="inline-flex min-h-11 items-center gap-2 rounded-ctl px-2 text-ctl font-semibold text-ink-2 hover:text-ink"
        >
          <ArrowLeft size={18} aria-hidden="true" />
          {navigationMessages.backToHome}
        </a>
      </header>
      <main id="main" tabIndex={-1} className="pt-8 pb-12 outline-none">
        <h1 className="display text-booking">{s.title}</h1>
        <p className="tnum mt-1 text-sm text-ink-2">{s.versionOf(formatDate(PRIVACY_NOTICE_VERSION))}</p>
        <p className="mt-5 text-lg wrap-anywhere">{s.lead(clinic?.name ?? s.theClinic)}</p>
        {failure && <ErrorPanel {...failure} message={s.clinicNotLoaded} lastUpdated={undefined} className="mt-6" />}
        {noticeSections.map((section) => (
          <Section key={section.title} section={section} />
        ))}
        {data?.keeps_charts && <Section section={chartNoticeMessages} />}
        {clinic && <Contact clinic={clinic} />}
      </main>
    </div>
  )
}

const Title = ({ children }: { children: string }) => <h2 className="mt-8 text-xl font-bold">{children}</h2>

function Section({ section: { title, paragraphs = [], items = [] } }: { section: NoticeSection }) {
  const list = items.length > 0 && (
    <ul className="mt-3 list-disc space-y-2 pl-5 marker:text-gold-ink">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
  return (
    <section>
      <Title>{title}</Title>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-3">
          {paragraph}
        </p>
      ))}
      {list}
    </section>
  )
}

function Contact({ clinic }: { clinic: PublicClinic }) {
  return (
    <section>
      <Title>{s.contactTitle}</Title>
      <p className="mt-3 wrap-anywhere">{s.contact(clinic.name)}</p>
      <dl className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-[6rem_1fr]">
        {clinic.address && <Line label={s.address}>{clinic.address}</Line>}
        {clinic.phone && (
          <Line label={s.phone} href={clinic.phone_href}>
            {clinic.phone}
          </Line>
        )}
        {clinic.email && (
          <Line label={s.email} href={clinic.email_href}>
            {clinic.email}
          </Line>
        )}
      </dl>
    </section>
  )
}

function Line({ label, href, children }: { label: string; href?: string; children: string }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">{label}</dt>
      <dd className="tnum font-semibold wrap-anywhere whitespace-pre-line max-sm:-mt-2">
        {href ? (
          <a href={href} className="underline underline-offset-4">
            {children}
          </a>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}
