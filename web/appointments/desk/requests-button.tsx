import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { requestMessages as s } from '#shared/appointments/request-messages.ts'
import { requestsContract } from '#shared/appointments/requests-contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/events.ts'
import { setTitleCount } from '#web/lib/page-title.ts'
import { rereadAll } from '#web/lib/query.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog, useDialog } from '#web/ui/use-dialog.tsx'
import { requestReads } from './appointment-changes.ts'
import { useArrivalNotices } from './use-arrival-notices.ts'

const RequestsSheet = lazyDialog(async () => (await import('./requests-sheet.tsx')).RequestsSheet)

/** More than this is «99+»: the place is small. */
const MOST_SHOWN = 99

/** How many requests wait, in the bar and in the tab's title; opens them over any page. Tells of each new one. */
export default function RequestsButton() {
  const queries = useQueryClient()
  const count = useRead(requestsContract.count, {}, { live: true }).data?.data.requests ?? 0
  useEventStream(() => void rereadAll(queries, requestReads))
  const sheet = useDialog(RequestsSheet)
  const notices = useArrivalNotices(() => sheet.open({}))
  useEffect(() => {
    setTitleCount(count)
    return () => setTitleCount(0)
  }, [count])
  const open = () => {
    notices.seen()
    sheet.open({})
  }
  return (
    <>
      <span className="relative block">
        <IconButton
          label={count > 0 ? s.waiting(count) : s.noneWaiting}
          onClick={open}
          icon={<Bell size={20} aria-hidden="true" />}
        />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="tnum pointer-events-none absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs font-bold text-on-danger"
          >
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
        )}
      </span>
      {sheet.element}
    </>
  )
}
