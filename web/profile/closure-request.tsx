import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#shared/lib/call.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { closureRequestContract, type ClosureRequest as Request } from '#shared/users/closure-request-contract.ts'
import { closureRequestSentences as s } from '#shared/users/closure-request-sentences.ts'
import { api } from '#web/lib/api.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { ClosureRequestDialog } from './closure-request-dialog.tsx'

const day = (instant: string) => formatShortDate(manilaDate(new Date(instant)))

/** The wish to close the account: asked for, withdrawn, or what the clinic answered. */
export function ClosureRequest() {
  const latest = useQuery(query(closureRequestContract.read, {}))
  const request = latest.data?.data
  if (sentenceOf(latest))
    return <ErrorPanel message={s.notLoaded} onRetry={() => void latest.refetch()} busy={latest.isFetching} />
  return (
    <div className="border-t border-line pt-5">
      {request?.state === 'open' ? (
        <OpenRequest request={request} />
      ) : (
        <>
          {request?.state === 'declined' && <Declined request={request} />}
          <Ask known={latest.data !== undefined} />
        </>
      )}
    </div>
  )
}

function Ask({ known }: { known: boolean }) {
  const [dialog, setDialog] = useState({ open: false, times: 0 })
  return (
    <>
      <Button
        block
        variant="danger-quiet"
        disabled={!known}
        icon={<DoorOpen size={18} aria-hidden="true" />}
        onClick={() => setDialog({ open: true, times: dialog.times + 1 })}
      >
        {s.ask}
      </Button>
      <p className="mt-1.5 text-sm text-ink-2">{s.about}</p>
      <ClosureRequestDialog
        key={dialog.times}
        open={dialog.open}
        onClose={() => setDialog({ ...dialog, open: false })}
      />
    </>
  )
}

function OpenRequest({ request }: { request: Request }) {
  const { withdraw, busy } = useWithdraw()
  return (
    <>
      <p className="tnum font-bold">{s.open(day(request.requested_at))}</p>
      <p className="mt-1 mb-3 text-sm text-ink-2">{s.openHint}</p>
      <Button block busy={busy} busyLabel={s.withdrawing} onClick={() => void withdraw()}>
        {s.withdraw}
      </Button>
    </>
  )
}

function Declined({ request }: { request: Request }) {
  return (
    <div className="mb-4 rounded-ctl bg-surface-2 p-3.5 text-sm">
      <p className="tnum font-bold">{request.decided_at && s.declined(day(request.decided_at))}</p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{request.answer}</p>
    </div>
  )
}

function useWithdraw() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const withdraw = async () => {
    setBusy(true)
    try {
      const { message } = await api(closureRequestContract.withdraw, {})
      toast.success({ title: message })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.notWithdrawn, description: error.message })
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: [closureRequestContract.read.url] })
    }
  }
  return { withdraw, busy }
}
