import { LogOut as LogOutIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { words } from './messages.ts'

// Asked for by a press alone: who only looks at the page loads neither the question nor the calls.
const LogOutQuestion = lazy(async () => ({ default: (await import('./log-out-question.tsx')).LogOutQuestion }))

type LogOutProps = {
  /** The look of the button. */
  className: string
  /** Below the widest screens the bar has room for the icon alone; the menu has none. */
  inBar?: boolean
}

/** LOGOUT of the landing page; asks before it does it. */
export function LogOut({ className, inBar = false }: LogOutProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" title={words.logout} onClick={() => setOpen(true)} className={className}>
        {inBar && <LogOutIcon size={20} aria-hidden="true" className="xl:hidden" />}
        <span className={inBar ? 'max-xl:sr-only' : undefined}>{words.logout}</span>
      </button>
      {open && (
        <Suspense>
          <LogOutQuestion onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
