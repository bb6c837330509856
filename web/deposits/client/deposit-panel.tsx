import { CircleAlert, CircleCheck, Copy, Hourglass, SearchCheck } from 'lucide-react'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { REPORT_METHODS, type ReportMethod } from '#shared/deposits/records.ts'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import type { OwnDeposit, WaysToPay } from '#shared/deposits/own-contract.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { toCentavos, type Centavos } from '#shared/lib/money.ts'
import { copyText } from '#web/lib/copy-and-download.ts'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/data/load-states.tsx'
import { amountOf, depositState } from './deposit-state.ts'
import { PolicyText } from './deposit-terms.tsx'
import { ReportForm } from './report-form.tsx'
import type { SendReport } from './report-payment.ts'

const DepositCode = lazyPart(async () => (await import('./deposit-code.tsx')).DepositCode)

export type DepositPanelProps = {
  deposit: OwnDeposit
  ways: WaysToPay
  /** The function that sends a report. By default the report is sent as the logged-in client. */
  send?: SendReport
  /** Receives the deposit after the client has reported the payment. */
  onChange: (deposit: OwnDeposit) => void
  /** The level of the panel's heading on its page. */
  heading: 'h2' | 'h3'
}

/**
 * The deposit of a client's own visit: how it is paid and reported, or what has become of it. The booking page shows
 * this panel without the app around it, so the panel uses only components that the booking page has too.
 */
export function DepositPanel(props: DepositPanelProps) {
  const { deposit, heading: Heading, onChange } = props
  const [pictureProblem, setPictureProblem] = useState<string | null>(null)
  const title = useId()
  const onReported = (reported: OwnDeposit, problem: string | null) => {
    setPictureProblem(problem)
    onChange(reported)
  }
  const isOpen = deposit.status === 'requested'
  return (
    <section aria-labelledby={title} className="w-full rounded-card border border-line bg-surface p-4 text-left sm:p-5">
      <Heading id={title} className="font-bold">
        {isOpen ? (
          <>
            {s.payDepositOf} <span className="tnum block text-3xl font-extrabold">{amountOf(deposit)}</span>
          </>
        ) : (
          s.yourDeposit
        )}
      </Heading>
      {isOpen && <RequestedDeposit {...props} onReported={onReported} />}
      {deposit.status === 'reported' && (
        <ReportedDeposit {...props} onReported={onReported} pictureProblem={pictureProblem} />
      )}
      {!isOpen && deposit.status !== 'reported' && <DepositState deposit={deposit} />}
      <div className="mt-4 space-y-1 border-t border-line pt-5 text-sm text-ink-2">
        <PolicyText policy={deposit.policy} />
      </div>
    </section>
  )
}

const DepositState = ({ deposit }: { deposit: OwnDeposit }) => (
  <p className="mt-1.5 flex gap-2.5">
    {deposit.status === 'paid' && <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" aria-hidden="true" />}
    {depositState(deposit)}
  </p>
)

type ReportingProps = DepositPanelProps & { onReported: (deposit: OwnDeposit, problem: string | null) => void }

/** Shows how a deposit is paid and the form with which the client reports the payment. */
function RequestedDeposit({ deposit, ways, send, heading, onReported }: ReportingProps) {
  const Step = heading === 'h2' ? 'h3' : 'h4'
  return (
    <>
      {deposit.held_until && (
        <p className="tnum mt-1.5 flex gap-2 text-sm text-ink-2">
          <Hourglass size={17} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          {s.heldUntil(formatInstant(new Date(deposit.held_until)))}
        </p>
      )}
      {deposit.refused_reason && <Problem>{s.refusedBecause(deposit.refused_reason)}</Problem>}
      <Step className="mt-5 mb-2 font-semibold">{s.payStep}</Step>
      <Ways amount={toCentavos(deposit.amount)} ways={ways} />
      <Step className="mt-6 mb-3 font-semibold">{s.reportStep}</Step>
      <ReportForm deposit={deposit} ways={ways} send={send} onReported={onReported} label={s.report} />
    </>
  )
}

const Problem = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    className="mt-4 flex gap-2.5 rounded-card bg-danger-soft px-4 py-3 text-sm font-semibold wrap-anywhere text-danger"
  >
    <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
    {children}
  </p>
)

/** A reported payment, which the clinic checks; the client can correct the report until then. */
function ReportedDeposit({
  deposit,
  ways,
  send,
  onReported,
  pictureProblem,
}: ReportingProps & { pictureProblem: string | null }) {
  const [isCorrecting, setIsCorrecting] = useState(false)
  const close = () => setIsCorrecting(false)
  return (
    <>
      <p role="status" className="mt-1.5 flex gap-2.5 wrap-anywhere">
        <SearchCheck size={20} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
        {depositState(deposit)}
      </p>
      {pictureProblem !== null && <Problem>{s.pictureNotSent(pictureProblem)}</Problem>}
      <div className="mt-4">
        {isCorrecting ? (
          <ReportForm
            deposit={deposit}
            ways={ways}
            send={send}
            label={s.sendAgain}
            onReported={(reported, problem) => {
              close()
              onReported(reported, problem)
            }}
          >
            <Button size="lg" variant="quiet" onClick={close} block>
              {s.keepReport}
            </Button>
          </ReportForm>
        ) : (
          <Button onClick={() => setIsCorrecting(true)}>{s.correct}</Button>
        )}
      </div>
    </>
  )
}

/** The QR Ph code and the accounts to which the client can send the money. */
function Ways({ amount, ways }: { amount: Centavos; ways: WaysToPay }) {
  const accounts = REPORT_METHODS.flatMap((method) =>
    ways[method] === null ? [] : [{ method, account: ways[method] }],
  )
  if (ways.qr_ph === null && accounts.length === 0) return <p className="text-sm text-ink-2">{s.noWays}</p>
  return (
    <div className="grid gap-6">
      {ways.qr_ph !== null && (
        <Suspense fallback={<Skeleton className="mx-auto aspect-square w-full max-w-56" />}>
          <DepositCode code={ways.qr_ph} amount={amount} />
        </Suspense>
      )}
      {accounts.length > 0 && (
        <div>
          <p className="text-sm text-ink-2">{ways.qr_ph === null ? s.sendOnlyTo : s.sendTo}</p>
          <ul className="divide-y divide-line">
            {accounts.map((one) => (
              <Account key={one.method} {...one} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/**
 * Returns the number in an account such as "0917 555 0101, Ana Reyes", as apps expect it; the whole text if it has
 * none.
 */
function numberIn(account: string): string {
  const runs = account.match(/\d[\d\s-]*\d/g)
  if (!runs) return account
  return runs.reduce((best, run) => (run.length > best.length ? run : best)).replace(/[\s-]/g, '')
}

/** An account of the clinic with a button that copies its number. */
function Account({ method, account }: { method: ReportMethod; account: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <li className="flex items-center gap-3 py-2">
      <p className="min-w-0 flex-1">
        <span className="block text-sm text-ink-2">{s.methods[method]}</span>
        <span className="tnum block font-semibold wrap-anywhere">{account}</span>
      </p>
      <span role="status" className="text-sm font-semibold text-ink-2">
        {copied !== null && (copied ? s.copied : s.notCopied)}
      </span>
      <Button
        aria-label={s.copyOf(s.methods[method])}
        icon={<Copy size={18} aria-hidden="true" />}
        onClick={() => void copyText(numberIn(account), null).then(setCopied)}
      >
        {s.copy}
      </Button>
    </li>
  )
}
