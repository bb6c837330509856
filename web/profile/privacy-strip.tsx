import { useQueryClient } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#shared/lib/call.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { privacySentences as s } from '#shared/privacy/sentences.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'

/** Asks a client who has not accepted the present privacy notice to read it. Nothing is blocked by it. */
export function PrivacyStrip({ consents }: { consents: Output<typeof privacyContract.consents> }) {
  const { accept, busy } = useAccept()
  const isAccepted = consents.data.some(
    ({ version, withdrawn_at }) => withdrawn_at === null && version === consents.current_version,
  )
  if (isAccepted) return null
  return (
    <section
      aria-label={s.askTitle}
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4"
    >
      <ScrollText size={22} className="shrink-0 text-gold-ink max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-bold">{s.askTitle}</p>
        <p className="text-sm text-ink-2">{s.askText}</p>
      </div>
      <a href={paths.privacy} target="_blank" rel="noopener" className={buttonClass({ variant: 'quiet' })}>
        {s.openNotice}
        <span className="sr-only"> {s.opensNewTab}</span>
      </a>
      <Button busy={busy} busyLabel={s.confirming} onClick={() => void accept()}>
        {s.confirm}
      </Button>
    </section>
  )
}

function useAccept() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    try {
      await api(privacyContract.give, { body: { privacy_version: PRIVACY_NOTICE_VERSION } })
      toast.success({ title: s.confirmed })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.notSaved, description: error.message })
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: [privacyContract.consents.url] })
    }
  }
  return { accept, busy }
}
