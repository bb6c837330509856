import { LogOut as LogOutIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { words } from './words.ts'

// Asked for by a press alone: who only looks at the page loads neither the question nor the calls.
const LogOutQuestion = lazy(async () => ({ default: (await import('./log-out-question.tsx')).LogOutQuestion }))

/** LOGOUT of the landing page; asks before it does it. `className` is the look of the button. */
export function LogOut({ className }: { className: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" title={words.logout} onClick={() => setOpen(true)} className={className}>
        <LogOutIcon size={20} aria-hidden="true" className="max-lg:hidden xl:hidden" />
        <span className="lg:max-xl:sr-only">{words.logout}</span>
      </button>
      {open && (
        <Suspense>
          <LogOutQuestion onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
