import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { availabilityMessages } from '#shared/appointments/messages.ts'
import { lastDateWithin } from '#shared/appointments/slots.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { isStaff } from '#shared/users/roles.ts'
import { ownWaitlistContract } from '#shared/waitlist/contract.ts'
import { waitlistMessages as common, ownWaitlistMessages as s } from '#shared/waitlist/messages.ts'
import { DAY_PARTS } from '#shared/waitlist/requested-times.ts'
import { api } from '#web/lib/api.ts'
import { logInPath, pathWithNext, publicPaths } from '#web/lib/public-paths.ts'
import { now as presentInstant } from '#web/lib/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField, type Stage, type WaitlistRequest, WaitlistFields } from './booking-waitlist-fields.tsx'
import { servicesKey } from './booking.ts'
import { type BookingModel, formatVisit } from './use-booking.ts'

const bodyOf = (
  [service_id = '', ...further_services]: readonly string[],
  { practitioner, first, last, parts, phone }: WaitlistRequest,
) => ({
  service_id,
  ...(further_services.length > 0 && { further_services }),
  first_date: first,
  last_date: last,
  day_parts: [...parts],
  ...(practitioner !== null && { practitioner_id: practitioner }),
  ...(phone.trim() !== '' && { contact_number: phone.trim() }),
})

const problemIn = (errors: Record<string, string[]>, message: string): { field: string; sentence: string } => {
  const [field = '', sentences = []] = Object.entries(errors)[0] ?? []
  return { field, sentence: sentences[0] ?? message }
}

/** Joins the waitlist; returns the result instead of throwing expected errors. */
async function send(services: readonly string[], request: WaitlistRequest): Promise<Stage> {
  const body = bodyOf(services, request)
  const judged = ownWaitlistContract.join.body.safeParse(body)
  if (!judged.success) {
    const [issue] = judged.error.issues
    return { kind: 'refused', problem: { field: String(issue!.path[0] ?? ''), sentence: issue!.message } }
  }
  try {
    await api(ownWaitlistContract.join, { body })
    return { kind: 'joined' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { kind: 'login' }
    if (error.code === 'must_choose_password') return { kind: 'choose-password' }
    return { kind: 'refused', problem: problemIn(error.errors, error.message) }
  }
}

/** Joins the waitlist for a logged-in client. Anybody else is told where to log in first. */
function useJoinWaitlist({ booking, sources: { booker } }: BookingModel) {
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  const person = booker.status === 'ready' ? booker.data : undefined
  const join = async (request: WaitlistRequest) => {
    const services = servicesKey(booking)?.split(',')
    if (stage.kind === 'sending' || !services) return
    if (person === null) return setStage({ kind: 'login' })
    if (person && isStaff(person.user_role)) return setStage({ kind: 'staff' })
    setStage({ kind: 'sending' })
    setStage(await send(services, request))
  }
  return { stage, join, asksNumber: Boolean(person && !person.contact_number && !isStaff(person.user_role)) }
}

/** The form for joining the waitlist, in a dialog: practitioner, dates, and times of day. */
export function JoinWaitlistDialog({ model, onClose }: { model: BookingModel; onClose: () => void }) {
  const title = useId()
  const { dialog, heading } = useModal()
  const { stage, join, asksNumber } = useJoinWaitlist(model)
  const [request, setRequest] = useState<WaitlistRequest>(() => defaultRequest(model))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void join(request)
  }
  const service = formatVisit(model.booking, model.sources).service ?? ''
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onCancel={(event) => stage.kind === 'sending' && event.preventDefault()}
      onClose={onClose}
      className="booking-dialog m-0 mt-auto w-full max-w-none rounded-t-panel bg-surface p-0 text-ink shadow-3 backdrop:bg-scrim md:m-auto md:max-w-[28rem] md:rounded-panel"
    >
      <form
        noValidate
        onSubmit={onSubmit}
        className="px-5 pt-7 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:px-8 md:pb-8"
      >
        <h2 ref={heading} id={title} tabIndex={-1} className="display text-3xl outline-none">
          {stage.kind === 'joined' ? s.joinedTitle : s.joinTitle}
        </h2>
        {stage.kind === 'joined' ? (
          <Joined service={service} onClose={() => dialog.current?.close()} />
        ) : (
          <>
            <p className="mt-3 font-semibold wrap-anywhere">{service}</p>
            <p className="mt-1 text-sm text-ink-2">{s.joinHint}</p>
            <WaitlistFields model={model} request={request} stage={stage} onChange={setRequest} />
            {asksNumber && <NumberField request={request} stage={stage} onChange={setRequest} />}
            <Answer stage={stage} onClose={() => dialog.current?.close()} />
          </>
        )}
      </form>
    </dialog>
  )
}

/** The values with which the waitlist form opens: the viewed day or the next two weeks, at any time of day. */
function defaultRequest({ booking, now, horizonDays }: BookingModel): WaitlistRequest {
  const present = now ?? presentInstant()
  const today = manilaDate(present)
  const [fortnight, horizon] = [addDays(today, 13), lastDateWithin(horizonDays, present)]
  const first = booking.date ?? today
  const last = booking.date ?? (fortnight < horizon ? fortnight : horizon)
  return { practitioner: booking.practitioner, first, last, parts: DAY_PARTS, phone: '' }
}

/** Opens the modal dialog and focuses its title, so that no key press joins by accident. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    heading.current?.focus()
    // Closes the dialog before unmounting, so that the browser restores the focus.
    return () => shown?.close()
  }, [])
  return { dialog, heading }
}

const fieldsShown = ['first_date', 'last_date', 'day_parts', 'contact_number']

/** The sentence and links for a person who must log in or choose a password before joining; null for others. */
function nextPageOf(stage: Stage) {
  if (stage.kind === 'login')
    return {
      sentence: s.logInFirst,
      links: [
        { label: availabilityMessages.haveAccount, href: logInPath(publicPaths.booking) },
        { label: availabilityMessages.iAmNew, href: logInPath(publicPaths.booking, { isNew: true }) },
      ],
    }
  if (stage.kind === 'choose-password')
    return {
      sentence: callMessages.choosePassword,
      links: [
        {
          label: availabilityMessages.toChoosePassword,
          href: pathWithNext(publicPaths.choosePassword, publicPaths.booking),
        },
      ],
    }
  return null
}

type AnswerProps = { stage: Stage; onClose: () => void }

function Answer({ stage, onClose }: AnswerProps) {
  const nextPage = nextPageOf(stage)
  const error =
    stage.kind === 'staff'
      ? availabilityMessages.staffBooks
      : stage.kind === 'refused' && !fieldsShown.includes(stage.problem.field)
        ? stage.problem.sentence
        : null
  const messageClass = 'mt-5 rounded-card px-4 py-3 text-sm font-semibold'
  return (
    <>
      <div role="alert">
        {nextPage && <p className={`${messageClass} bg-info-soft text-info`}>{nextPage.sentence}</p>}
        {error !== null && <p className={`${messageClass} bg-danger-soft text-danger`}>{error}</p>}
      </div>
      <div className="mt-6 grid gap-2.5">
        {nextPage?.links.map(({ label: text, href }, i) => (
          <a
            key={href}
            href={href}
            className={buttonClass({ ...(i === 0 && { variant: 'primary' }), size: 'lg', block: true })}
          >
            {text}
          </a>
        ))}
        {!nextPage && (
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            busy={stage.kind === 'sending'}
            busyLabel={common.joining}
          >
            {common.join}
          </Button>
        )}
        <Button type="button" size="lg" block disabled={stage.kind === 'sending'} onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </>
  )
}

const Joined = ({ service, onClose }: { service: string; onClose: () => void }) => (
  <div role="status">
    <p className="mt-4 text-ink-2 wrap-anywhere">{s.joinedText(service)}</p>
    <div className="mt-6 grid gap-2.5">
      <a href={publicPaths.profile} className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        {s.toProfile}
      </a>
      <Button type="button" size="lg" block onClick={onClose}>
        {s.close}
      </Button>
    </div>
  </div>
)
