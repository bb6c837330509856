import { CalendarClock, X } from 'lucide-react'
import {
  appointmentMessages,
  statusMessages,
  selfServiceMessages,
  visitLinkMessages as s,
} from '#shared/appointments/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { visitLinkContract } from '#shared/appointments/self-service-contract.ts'
import { depositLinkContract } from '#shared/deposits/link-contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { peopleOf, servicesOf } from '#shared/lib/visit-services.ts'
import { profileMessages } from '#shared/profile/messages.ts'
import { IncompleteLinkPage, LinkPage, useLinkToken } from '#web/auth/link-page.tsx'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { LinkDeposit, useLinkDeposit } from '#web/deposits/client/link-deposit.tsx'
import { api, ifMatch } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const MoveVisitDialog = lazyDialog(async () => (await import('./move-visit-dialog.tsx')).MoveVisitDialog)

const isVoid = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

/** Shows, moves and cancels one visit by the link in an e-mail, and takes the report that its deposit is paid. */
export default function VisitLinkPage() {
  const token = useLinkToken()
  const { data, error, failure } = useRead(visitLinkContract.see, token === '' ? null : { body: { token } })
  const deposit = useLinkDeposit(token)
  if (token === '') return <IncompleteLinkPage />
  if (isVoid(error))
    return (
      <LinkPage title={s.linkVoidTitle} lead={s.linkVoid}>
        <a href={paths.login} className={`${buttonClass({ variant: 'primary', size: 'lg', block: true })} mt-6`}>
          {s.logIn}
        </a>
      </LinkPage>
    )
  // The visit is shown together with its deposit, so that nothing moves.
  if (data && !deposit.isLoading) return <Visit token={token} shown={data} deposit={deposit} />
  return (
    <LinkPage title={s.title} {...(!failure && { lead: s.loading })}>
      {failure && <ErrorPanel {...failure} className="mt-4" />}
    </LinkPage>
  )
}

type Shown = Output<typeof visitLinkContract.see>

const useCancel = (token: string, { data: visit, policy }: Shown) =>
  useAction(() => api(visitLinkContract.cancel, { body: { token } }, ifMatch(visit)), {
    ask: () => ({
      title: profileMessages.cancelQuestion,
      body: `${profileMessages.cancelWhat(servicesOf(visit), formatLongDate(visit.appointment_date), formatStart(visit.appointment_time))} ${selfServiceMessages.policy(policy)}`,
      confirmLabel: profileMessages.cancelThis,
      cancelLabel: profileMessages.keep,
      busyLabel: profileMessages.cancelling,
      danger: true,
    }),
    done: profileMessages.cancelledTitle,
    failed: (error) => ({
      title: profileMessages.notCancelledTitle,
      description: serverMessage(error, appointmentMessages.failedToUpdate),
    }),
    reread: [visitLinkContract.see, depositLinkContract.see],
  })

type VisitProps = { token: string; shown: Shown; deposit: ReturnType<typeof useLinkDeposit> }

function Visit({ token, shown, deposit }: VisitProps) {
  const { data: visit, policy, clinic_phone } = shown
  const terms = selfServiceMessages.policy(policy)
  const move = useDialog(MoveVisitDialog)
  const cancel = useCancel(token, shown)
  const people = peopleOf(visit)
  // A page has only one primary button. While the deposit is unpaid, this is the button of the deposit.
  const isToBePaid = deposit.data?.data?.status === 'requested'
  const reasons = [...new Set([visit.cannot_move, visit.cannot_cancel])].filter((reason) => reason !== null)
  return (
    <LinkPage title={s.title}>
      <div className="mt-4">
        <StatusBadge status={visit.appointment_status}>{statusMessages.statuses[visit.appointment_status]}</StatusBadge>
      </div>
      <dl className="mt-4 space-y-3">
        <Fact name={s.what}>{servicesOf(visit)}</Fact>
        <Fact name={s.when}>
          {formatLongDate(visit.appointment_date)},{' '}
          <span className="whitespace-nowrap">{formatStart(visit.appointment_time)}</span>
        </Fact>
        {people !== null && <Fact name={s.who}>{people}</Fact>}
      </dl>
      <LinkDeposit token={token} deposit={deposit} isCancelled={visit.appointment_status === 'cancelled'} />
      {(visit.can_move || visit.can_cancel) && <p className="mt-5 text-sm text-ink-2">{terms}</p>}
      {reasons.map((reason) => (
        <p key={reason} className="mt-4 text-sm text-ink-2">
          {reason}
        </p>
      ))}
      {reasons.length > 0 && clinic_phone !== '' && (
        <p className="mt-1 text-sm text-ink-2">
          {profileMessages.callClinic} <PhoneLink number={clinic_phone} className="font-semibold text-primary" />
        </p>
      )}
      <div className="mt-6 grid gap-2">
        {visit.can_move && (
          <Button
            variant={isToBePaid ? 'secondary' : 'primary'}
            size="lg"
            block
            icon={<CalendarClock size={18} aria-hidden="true" />}
            onClick={() => move.open({ visit, policy: terms, token })}
          >
            {s.move}
          </Button>
        )}
        {visit.can_cancel && (
          <Button
            variant="danger-quiet"
            block
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => void cancel.run(undefined)}
          >
            {s.cancel}
          </Button>
        )}
        {visit.appointment_status === 'cancelled' && (
          <a href={paths.booking} className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
            {s.bookAgain}
          </a>
        )}
        <a href={paths.profile} className={buttonClass({ variant: 'quiet', block: true })}>
          {s.toProfile}
        </a>
      </div>
      {move.element}
    </LinkPage>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-2">{name}</dt>
    <dd className="tnum font-bold wrap-anywhere">{children}</dd>
  </div>
)
