import { useQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '#shared/lib/call.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { privacySentences } from '#shared/privacy/sentences.ts'
import { exportContract } from '#shared/profile/export-contract.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { api } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { paths } from '#web/lib/paths.ts'
import { query } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.ts'
import { ClosureRequest } from './closure-request.tsx'

/** What the clinic keeps about the person: to take along, to read about, and to end. */
export function MyData({ className }: { className?: string }) {
  return (
    <SectionCard title={s.myData} className={className} bodyClassName="space-y-5 px-5 pb-5">
      <DownloadData />
      <PrivacyNotice />
      <ClosureRequest />
    </SectionCard>
  )
}

function DownloadData() {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const data = await api(exportContract.read, {})
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      download(file, s.dataFile(data.exported_at.slice(0, 10)))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.dataNotLoaded, description: error.message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button
        block
        busy={busy}
        busyLabel={s.downloading}
        onClick={() => void save()}
        icon={<Download size={18} aria-hidden="true" />}
      >
        {s.downloadData}
      </Button>
      <p className="mt-1.5 text-sm text-ink-2">{s.downloadHint}</p>
    </div>
  )
}

function PrivacyNotice() {
  const consents = useQuery(query(privacyContract.consents, {})).data?.data
  const accepted = consents?.find(({ withdrawn_at }) => withdrawn_at === null)
  return (
    <div>
      <Link to={paths.privacy} className={buttonClass({ block: true })}>
        <ScrollText size={18} aria-hidden="true" />
        {privacySentences.title}
      </Link>
      {accepted && (
        <p className="tnum mt-1.5 text-sm text-ink-2">
          {privacySentences.accepted(
            formatShortDate(accepted.version),
            formatShortDate(manilaDate(new Date(accepted.given_at))),
          )}
        </p>
      )}
    </div>
  )
}
