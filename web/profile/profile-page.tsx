import { clsx } from 'clsx'
import { ScrollText } from 'lucide-react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { privacyMessages } from '#shared/privacy/messages.ts'
import { profileContract } from '#shared/profile/contract.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ProfileCard } from './profile-card.tsx'
import { MyAppointments } from './my-appointments.tsx'
import { useMyWaitlist } from '#web/waitlist/my-waitlist.tsx'
import { DevicesCard } from '#web/auth/devices/devices-card.tsx'
import { SecondFactorCard } from '#web/auth/second-factor/second-factor-card.tsx'
import { OwnConsents } from '#web/chart-photos/own-consents.tsx'
import { MyForms } from '#web/forms/filling/my-forms.tsx'
import { DailySummaryCard } from '#web/overview/daily-summary-card.tsx'
import { MyNews } from '#web/privacy/news-card.tsx'
import { MyContact } from './my-contact.tsx'
import { MyData } from './my-data.tsx'
import { MyTransactions } from './my-transactions.tsx'

const defaults = { tab: 'appointments' }
const tabs = [
  {
    value: 'appointments',
    label: s.appointmentsTab,
    detail: s.appointmentsHint,
  },
  {
    value: 'transactions',
    label: s.transactionsTab,
    detail: s.transactionsHint,
  },
]

/** The person's profile, appointments and payments. */
export default function ProfilePage() {
  const role = useRole()
  const isClient = role === 'client'
  // Practitioners have no appointments of their own, because their account is only for work.
  const mayBook = permissionsOf(role).has('appointments.own')
  const consents = useRead(privacyContract.consents, {})
  const waitlist = useMyWaitlist(isClient)
  const { data, failure } = useRead(profileContract.read, {})
  const profile = data?.data
  return (
    <div className="mx-auto max-w-public">
      <h1 className="display text-booking">{s.title}</h1>
      {failure && <ErrorPanel {...failure} message={s.profileNotLoaded} className="mt-6" />}
      {isClient && consents.data && <PrivacyStrip consents={consents.data} />}
      {/* This part stays invisible until it is known whether the privacy strip and the waitlist appear above it,
          because they would push it down. */}
      <div
        className={clsx(
          'mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_auto_1fr]',
          isClient && (consents.isLoading || waitlist.isLoading) && 'invisible',
        )}
      >
        {/* On phones the client's visits and payments come before the profile. */}
        {mayBook && <BookingsAndPayments />}
        <ProfileCard profile={profile} />
        {isClient && <MyContact />}
        {isClient && <MyForms />}
        {isClient && <OwnConsents />}
        {isClient && <MyNews />}
        {!isClient && <SecondFactorCard />}
        <DevicesCard />
        {permissionsOf(role).has('dashboard.read') && <DailySummaryCard />}
        <MyData />
      </div>
    </div>
  )
}

function BookingsAndPayments() {
  const [state, change] = useUrlState(defaults)
  const tab = state.tab === 'transactions' ? 'transactions' : 'appointments'
  return (
    <Tabs
      label={s.sections}
      items={tabs}
      value={tab}
      onChange={(next) => change({ tab: next })}
      panelClassName="mt-4"
      className="min-w-0 lg:col-start-2 lg:row-span-4 lg:row-start-1"
    >
      {tab === 'appointments' ? <MyAppointments /> : <MyTransactions />}
    </Tabs>
  )
}

/** Asks a client who has not accepted the current privacy notice to read it; nothing is blocked. */
function PrivacyStrip({ consents }: { consents: Output<typeof privacyContract.consents> }) {
  const { run, busy } = useAction(privacyContract.give, {
    done: privacyMessages.confirmed,
    failed: privacyMessages.notSaved,
    reread: [privacyContract.consents],
  })
  const isAccepted = consents.data.some(
    ({ version, withdrawn_at }) => withdrawn_at === null && version === consents.current_version,
  )
  if (isAccepted) return null
  return (
    <section
      aria-label={privacyMessages.askTitle}
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4"
    >
      <ScrollText size={22} className="shrink-0 text-gold-ink max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-bold">{privacyMessages.askTitle}</p>
        <p className="text-sm text-ink-2">{privacyMessages.askText}</p>
      </div>
      <a href={paths.privacy} target="_blank" rel="noopener" className={buttonClass({ variant: 'quiet' })}>
        {privacyMessages.openNotice}
        <span className="sr-only"> {privacyMessages.opensNewTab}</span>
      </a>
      <Button
        busy={busy}
        busyLabel={privacyMessages.confirming}
        onClick={() => void run({ body: { privacy_version: PRIVACY_NOTICE_VERSION } })}
      >
        {privacyMessages.confirm}
      </Button>
    </section>
  )
}
