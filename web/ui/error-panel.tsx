import { clsx } from 'clsx'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import { Button } from './button.tsx'
import { usePassOnFocus } from './use-pass-on-focus.ts'

type ErrorPanelProps = {
  message: string
  onRetry?: () => void
  busy?: boolean
  /** The time of the data that stays on the screen, "9:31 AM". */
  lastUpdated?: string
  className?: string
}

/** A failure in the place where the data should be, with the way out. Stale data stays visible beside it. Its focus goes to what replaces it. */
export function ErrorPanel({ message, onRetry, busy, lastUpdated, className }: ErrorPanelProps) {
  const panel = usePassOnFocus<HTMLDivElement>()
  return (
    <div
      ref={panel}
      role="alert"
      className={clsx('flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-danger-soft px-4 py-3', className)}
    >
      <CircleAlert size={20} className="shrink-0 text-danger" aria-hidden="true" />
      <p className="min-w-40 flex-1 text-sm">
        <span className="font-semibold text-danger">{message}</span>
        {lastUpdated && <span className="tnum block text-ink-2">{uiSentences.lastUpdated(lastUpdated)}</span>}
      </p>
      {onRetry && (
        <Button onClick={onRetry} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
          {uiSentences.tryAgain}
        </Button>
      )}
    </div>
  )
}
