import { History } from 'lucide-react'
import { lazy } from 'react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { historyLogMessages as s } from '#shared/history-logs/messages.ts'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useDialog } from '#web/ui/overlays/use-dialog.tsx'
import type { RecordWithHistory } from './history-dialog.tsx'

const load = async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog })
// The dialog is loaded when the pointer or focus reaches the button, which is on many pages and rarely used.
const HistoryDialog = lazy(() => retryImport(load))
const preload = () => void load().catch(() => undefined)

type HistoryButtonProps = { record: RecordWithHistory; withWord?: boolean }

/** The button that opens the history of a record; hidden for people who may not read the history log. */
export function HistoryButton({ record, withWord = false }: HistoryButtonProps) {
  const { open, element } = useDialog(HistoryDialog)
  if (!permissionsOf(useRole()).has('history.read')) return null
  const handlers = { onClick: () => open({ record }), onPointerEnter: preload, onFocus: preload }
  const icon = <History size={18} aria-hidden="true" />
  return (
    <>
      {withWord ? (
        <Button {...handlers} icon={icon}>
          {s.history}
        </Button>
      ) : (
        <IconButton {...handlers} label={s.historyOf(record.name)} icon={icon} />
      )}
      {element}
    </>
  )
}
