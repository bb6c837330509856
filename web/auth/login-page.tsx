import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { type Flash, storeFlash, storedVisitText } from '#web/lib/flash.ts'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { openDocument, publicPaths } from '#web/lib/public-paths.ts'
import { beginSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { destinationAfterLogIn } from './after-log-in.ts'
import { CoverPage } from './cover-page.tsx'
import { LogInFields, useLogInForm } from './auth-fields.tsx'
import { RegisterPanel, useRegistration } from './register-panel.tsx'

const SecondStep = lazy(() => retryImport(() => import('./second-factor/second-step.tsx')))

const loggedIn = { title: s.loginTitle, description: s.loginText, seconds: 5 }
const registered = { title: s.registered, seconds: 3 }

/** Opens the person's start page with a message. */
const arrive = (message: Flash) => (person: SessionPerson) => {
  beginSession(person)
  storeFlash(message)
  openDocument(destinationAfterLogIn(person, new URLSearchParams(window.location.search).get('next')))
}

/**
 * The state of the two sides of the log-in card, and which one is shown. Typed values survive when the card turns, and
 * the e-mail is copied to the other side.
 */
function useCard() {
  const [flipped, setFlipped] = useState(false)
  const logIn = useLogInForm(arrive(loggedIn))
  const registration = useRegistration(arrive(registered))
  const toRegister = () => {
    const { getValues, setValue } = registration.form
    setValue('email', getValues('email') || logIn.form.getValues('email'))
    setFlipped(true)
  }
  const toLogIn = () => {
    const { getValues, setValue } = logIn.form
    setValue('email', getValues('email') || registration.form.getValues('email'))
    setFlipped(false)
  }
  // The page is prerendered, so the URL is read after hydration.
  useEffect(() => {
    if (new URLSearchParams(window.location.search).has('new')) setFlipped(true)
  }, [])
  return { flipped, logIn, registration, toRegister, toLogIn }
}

/** The log-in page; its card turns over to show the registration. */
export function LoginPage({ clinic }: { clinic: PublicClinic }) {
  const { flipped, logIn, registration, toRegister, toLogIn } = useCard()
  const [visit, setVisit] = useState<string | null>(null)
  useEffect(() => {
    if (new URLSearchParams(window.location.search).get('next') === publicPaths.booking) setVisit(storedVisitText())
  }, [])
  return (
    <CoverPage clinic={clinic}>
      {visit !== null && <KeptVisit text={visit} />}
      <FlipCard
        flipped={flipped}
        front={
          logIn.asksCode ? (
            <Suspense>
              <SecondStep onLoggedIn={logIn.onLoggedIn} onLeave={logIn.leaveSecondStep} />
            </Suspense>
          ) : (
            <Side title={s.logIn} lead={s.welcome} turn={s.noAccount} onTurn={toRegister}>
              <LogInPanel form={logIn} />
            </Side>
          )
        }
        back={
          <Side title={s.createAccount} lead={s.welcomeNew} turn={s.haveAccount} onTurn={toLogIn}>
            <RegisterPanel registration={registration} />
          </Side>
        }
      />
    </CoverPage>
  )
}

/** Names the visit that the visitor is booking, because the booking continues after the log-in. */
const KeptVisit = ({ text }: { text: string }) => (
  <p role="status" className="mb-4 rounded-card bg-primary-soft px-4 py-3 text-sm text-primary-ink">
    <span className="block">{s.keptVisit}</span>
    <b className="tnum wrap-anywhere">{text}</b>
  </p>
)

type SideProps = { title: string; lead: string; turn: string; onTurn: () => void; children: ReactNode }

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

/** The log-in form, on the front of the card whose back is the registration form. */
export function LogInPanel({ form }: { form: ReturnType<typeof useLogInForm> }) {
  return (
    <form method="dialog" noValidate onSubmit={(event) => void form.submit(event)} aria-label={s.logIn}>
      <LogInFields form={form} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.form.formState.isSubmitting}
        busyLabel={s.loggingIn}
        className="mt-6"
      >
        {s.logIn}
      </Button>
      <a
        href={publicPaths.forgotPassword}
        className="mt-3 flex min-h-11 items-center justify-center rounded-ctl text-sm font-semibold text-primary hover:underline"
      >
        {s.forgotten}
      </a>
    </form>
  )
}

type FlipCardProps = { flipped: boolean; front: ReactNode; back: ReactNode }

const face =
  'col-start-1 row-start-1 flex min-h-[35rem] flex-col justify-center rounded-panel border border-line bg-surface p-6 shadow-3 [backface-visibility:hidden] sm:p-9'

/**
 * A card with two sides that turns in 420 ms, or fades if the user prefers less motion. The hidden side is inert and is
 * removed after the turn, so that password managers find one form only. Then the first field of the new side gets the
 * focus.
 */
function FlipCard({ flipped, front, back }: FlipCardProps) {
  const card = useRef<HTMLDivElement>(null)
  /**
   * The side that was shown when the last turn of the card had ended; while it differs from `flipped`, the card is
   * turning.
   */
  const [atRest, setAtRest] = useState(flipped)
  const turning = atRest !== flipped
  useEffect(() => {
    if (!turning) return
    const side = card.current?.children[flipped ? 1 : 0]
    side?.querySelector('input')?.focus({ preventScroll: true })
    if (!side || !window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // If the user prefers less motion, the card does not turn, so the end of the fade is treated as the end of the
    // turn.
    const fade = side.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200, easing: 'ease-out' })
    fade.addEventListener('finish', () => setAtRest(flipped))
    return () => fade.cancel()
  }, [turning, flipped])
  return (
    <div className="perspective-[1600px]">
      <div
        ref={card}
        onTransitionEnd={(event) => event.target === card.current && setAtRest(flipped)}
        className={clsx(
          'grid transition-transform duration-[420ms] ease-perlas [transform-style:preserve-3d]',
          flipped && '[transform:rotateY(180deg)]',
        )}
      >
        <div inert={flipped} className={face}>
          {(!flipped || turning) && front}
        </div>
        <div inert={!flipped} className={clsx(face, '[transform:rotateY(180deg)]')}>
          {(flipped || turning) && back}
        </div>
      </div>
    </div>
  )
}
