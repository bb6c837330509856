import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { secondFactorContract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { beginSession, usePerson } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'

/** Offers a second factor to an admin who has none; "Not now" hides the offer for 30 days. */
export function OfferBanner() {
  const person = usePerson()
  const decline = useAction(secondFactorContract.decline, {
    done: ({ message }) => message,
    failed: s.notDeclined,
    onDone: () => beginSession({ ...person, second_factor: undefined }),
  })
  if (person.second_factor !== 'offered') return null
  return (
    <section
      aria-label={s.offerTitle}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4"
    >
      <ShieldCheck size={22} className="shrink-0 text-gold-ink max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-bold">{s.offerTitle}</p>
        <p className="text-sm text-ink-2">{s.offerText}</p>
      </div>
      <Button variant="quiet" busy={decline.busy} onClick={() => void decline.run({})}>
        {s.notNow}
      </Button>
      <Link to={publicPaths.secondFactor} className={buttonClass()}>
        {s.setUp}
      </Link>
    </section>
  )
}
