import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { profileContract, type Profile } from '#shared/profile/contract.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useRole } from '#web/lib/session.tsx'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { EditProfileDialog } from './edit-profile-dialog.tsx'
import { MyAppointments } from './my-appointments.tsx'
import { MyData } from './my-data.tsx'
import { MyTransactions } from './my-transactions.tsx'
import { PrivacyStrip } from './privacy-strip.tsx'
import { ProfileCard } from './profile-card.tsx'

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

/** One's own profile, appointments and payments. */
export default function ProfilePage() {
  const isClient = useRole() === 'client'
  const consents = useQuery(query(privacyContract.consents, {}))
  const answer = useQuery(query(profileContract.read, {}))
  const profile = answer.data?.data
  return (
    <div className="mx-auto max-w-public">
      <h1 className="display text-booking">{s.title}</h1>
      {sentenceOf(answer) && (
        <ErrorPanel
          message={s.profileNotLoaded}
          onRetry={() => void answer.refetch()}
          busy={answer.isFetching}
          lastUpdated={profile && formatInstantTime(new Date(answer.dataUpdatedAt))}
          className="mt-6"
        />
      )}
      {isClient && consents.data && <PrivacyStrip consents={consents.data} />}
      {/* Until it is known whether the strip comes, nothing shows that it would push down. */}
      <div
        className={clsx(
          'mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]',
          isClient && consents.isPending && 'invisible',
        )}
      >
        <EditableCard profile={profile} />
        <BookingsAndPayments />
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
      className="min-w-0 lg:row-span-2"
    >
      {tab === 'appointments' ? <MyAppointments /> : <MyTransactions />}
    </Tabs>
  )
}

function EditableCard({ profile }: { profile: Profile | undefined }) {
  // Each opening is a dialog of its own: what was typed and cancelled does not come back.
  const [dialog, setDialog] = useState({ open: false, times: 0 })
  return (
    <>
      <ProfileCard profile={profile} onEdit={() => setDialog({ open: true, times: dialog.times + 1 })} />
      {profile && (
        <EditProfileDialog
          key={dialog.times}
          open={dialog.open}
          profile={profile}
          onClose={() => setDialog({ ...dialog, open: false })}
        />
      )}
    </>
  )
}
