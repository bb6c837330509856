import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { homeOf } from '#shared/users/roles.ts'
import { useRole } from '#web/lib/session.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** Shown instead of a page whose data the role may not read. */
export function NoAccessPage() {
  return (
    <div className="flex flex-col items-center px-6 py-20 text-center">
      <Lock size={28} strokeWidth={1.6} className="text-gold" aria-hidden="true" />
      <h1 className="mt-4 text-2xl font-bold">{s.noAccess}</h1>
      <p className="mt-2 max-w-md text-ink-2">{s.noAccessHint}</p>
      <Link to={homeOf[useRole()]} className={`${buttonClass({ variant: 'primary' })} mt-6`}>
        {s.goHome}
      </Link>
    </div>
  )
}
