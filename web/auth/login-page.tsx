import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { takeFlash } from '#web/lib/flash.ts'
import { beginSession } from '#web/lib/session-store.ts'
import { toast } from '#web/ui/toast.ts'
import { destinationAfterLogIn } from './after-log-in.ts'
import { CoverPage } from './cover-page.tsx'
import { FlipCard } from './flip-card.tsx'
import { LogInPanel } from './log-in-panel.tsx'
import { RegisterPanel } from './register-panel.tsx'
import { useGoOn } from './use-go-on.ts'

const loggedIn = { title: s.loginTitle, description: s.loginText, seconds: 5 }
const registered = { title: s.registered, seconds: 3 }

/** What a document before this one had to say: the landing page logs out and leads here. */
function sayFlash(): void {
  const flash = takeFlash()
  if (flash) toast.success(flash)
}

/** Log in, or turn the card and create an account. */
export default function LoginPage() {
  const [flipped, setFlipped] = useState(false)
  const [params] = useSearchParams()
  const goOn = useGoOn()
  useEffect(sayFlash, [])
  const arrive = (message: typeof loggedIn | typeof registered) => (person: SessionPerson) => {
    beginSession(person)
    goOn(destinationAfterLogIn(person, params.get('next')), message)
  }
  return (
    <CoverPage>
      <FlipCard
        flipped={flipped}
        front={
          <Side title={s.logIn} lead={s.welcome} turn={s.noAccount} onTurn={() => setFlipped(true)}>
            <LogInPanel onLoggedIn={arrive(loggedIn)} />
          </Side>
        }
        back={
          <Side title={s.createAccount} lead={s.welcomeNew} turn={s.haveAccount} onTurn={() => setFlipped(false)}>
            <RegisterPanel onRegistered={arrive(registered)} />
          </Side>
        }
      />
    </CoverPage>
  )
}

type SideProps = { title: string; lead: string; turn: string; onTurn: () => void; children: React.ReactNode }

function Side({ title, lead, turn, onTurn, children }: SideProps) {
  return (
    <>
      <h1 className="display text-[2.25rem] leading-tight">{title}</h1>
      <p className="mt-1 mb-6 text-ink-2">{lead}</p>
      {children}
      <button
        type="button"
        onClick={onTurn}
        className="mt-3 flex min-h-11 w-full items-center justify-center rounded-ctl text-center text-sm font-semibold text-primary hover:underline"
      >
        {turn}
      </button>
    </>
  )
}
