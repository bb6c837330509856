import { clsx } from 'clsx'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { LogOutDialog } from '#web/auth/log-out-dialog.tsx'
import { navItemClass } from './nav-link.tsx'

/** LOGOUT of the navigation; asks before it does it. */
export function LogOutButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={s.logout}
        onClick={() => setOpen(true)}
        className={clsx(navItemClass(false), 'lg:px-3')}
      >
        <LogOut size={20} aria-hidden="true" />
        <span className="max-lg:sr-only">{s.logout}</span>
      </button>
      <LogOutDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
