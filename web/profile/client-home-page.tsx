import { profileSentences as s } from '#shared/profile/sentences.ts'
import { usePerson } from '#web/lib/session.tsx'
import { LatestReceipts } from './latest-receipts.tsx'
import { NextAppointment } from './next-appointment.tsx'

/** A client's small home: the next visit, the way to another one, the latest receipts. */
export default function ClientHomePage() {
  const { name } = usePerson()
  return (
    <div className="mx-auto max-w-public">
      <h1 className="display text-booking wrap-anywhere">{s.welcome(name.split(' ')[0] ?? name)}</h1>
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <NextAppointment />
        <LatestReceipts />
      </div>
    </div>
  )
}
