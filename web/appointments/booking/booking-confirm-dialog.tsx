import { clsx } from 'clsx'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import { availabilityMessages, appointmentMessages } from '#shared/appointments/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { newsMessages } from '#shared/privacy/messages.ts'
import type { NewsChannel } from '#shared/privacy/news-contract.ts'
import { isStaff } from '#shared/users/roles.ts'
import { paths } from '#web/lib/paths.ts'
import { logInPath, pathWithNext } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { inputClass } from '#web/ui/fields/input-class.ts'
import { TickField } from '#web/ui/fields/text-field.tsx'
import { HoldNote, Policy } from './booking-notes.tsx'
import { answersTo, BookingQuestions, questionsOf, useTyped } from './booking-questions.tsx'
import { visitApi } from './booking-sources.ts'
import { isContinuedBooking } from './framed-booking.ts'
import { CoveredServices } from './paid-ahead/covered-services.tsx'
import type { Typed } from './submit-booking.ts'
import type { Outcome } from './visit-api.ts'
import { type BookingModel, formatVisit } from './use-booking.ts'

/** "Confirm Your Booking": shows the four choices and sends the booking. */
export function BookingConfirmDialog({ model }: { model: BookingModel }) {
  const { dialog, heading } = useModal(model.booking.timesAsked)
  const [{ phone, news = [], written }, change] = useTyped(model)
  const { stage, newQuestions, confirm } = useConfirmStage(model)
  const questions = newQuestions ?? questionsOf(model)
  const close = () => model.dispatch({ type: 'confirm-closed' })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const asked = newsToOffer(model).length > 0 ? news : undefined
    void confirm({ phone, news: asked, written: answersTo(questions, written) })
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="confirm-title"
      onCancel={(event) => stage.kind === 'sending' && event.preventDefault()}
      // If the dialog was reopened before the browser reported its closing, it stays open.
      onClose={(event) => !event.currentTarget.open && close()}
      className="booking-dialog m-0 mt-auto w-full max-w-none rounded-t-panel bg-surface p-0 text-ink shadow-3 backdrop:bg-scrim md:m-auto md:max-w-[28rem] md:rounded-panel"
    >
      <form
        noValidate
        onSubmit={onSubmit}
        className="px-5 pt-7 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:px-8 md:pb-8"
      >
        <h2 ref={heading} id="confirm-title" tabIndex={-1} className="display text-3xl outline-none">
          {availabilityMessages.confirmTitle}
        </h2>
        <Facts model={model} />
        <CoveredServices {...model} className="mt-4" />
        <HoldNote model={model} hours={firstVisitHours(model)} />
        <Policy clinic={model.clinic} className="mt-4" />
        <MobileField model={model} stage={stage} value={phone} onChange={(next) => change({ phone: next })} />
        <BookingQuestions
          model={model}
          questions={questions}
          value={written}
          onChange={(next) => change({ written: next })}
        />
        <NewsCheckboxes model={model} value={news} onChange={(next) => change({ news: next })} />
        <ConfirmAction model={model} stage={stage}>
          <Button type="button" size="lg" block disabled={stage.kind === 'sending'} onClick={close}>
            {availabilityMessages.cancel}
          </Button>
        </ConfirmAction>
      </form>
    </dialog>
  )
}

/**
 * Opens the modal dialog and focuses its title, so that no key press confirms by accident. The browser reports Escape
 * or Back only after closing; if the person asks for the dialog again in between (`timesAsked`), it is reopened.
 */
function useModal(timesAsked: number) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (dialog.current?.open) return
    dialog.current?.showModal()
    heading.current?.focus()
  }, [timesAsked])
  // Closes the dialog before unmounting, so that the browser restores the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    return () => shown?.close()
  }, [])
  return { dialog, heading }
}

function Facts({ model: { booking, sources, people } }: { model: BookingModel }) {
  const visit = formatVisit(booking, sources)
  const person = people.find(({ id }) => id === booking.practitioner)?.name ?? availabilityMessages.anyone
  const facts = [
    [s.treatment, visit.treatment],
    [s.service, visit.service],
    [s.date, booking.date && formatLongDate(booking.date)],
    [[s.time, visit.length].filter((part) => part !== null).join(' · '), booking.time && formatStart(booking.time)],
    ...(people.length > 1 ? ([[availabilityMessages.with, person]] as const) : []),
    [availabilityMessages.price, visit.price],
  ] as const
  return (
    <dl className="mt-5 divide-y divide-line border-y border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-6 py-3">
          <dt className="text-ink-2">{name}</dt>
          <dd className="tnum text-right font-semibold wrap-anywhere">{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  )
}

type MobileFieldProps = { model: BookingModel; stage: Stage; value: string; onChange: (value: string) => void }

/** An optional field for the mobile number, shown only if the client's profile has none. */
function MobileField({ model, stage, value, onChange }: MobileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const problem = stage.kind === 'refused' ? (stage.phone ?? null) : null
  useEffect(() => {
    if (problem !== null) input.current?.focus()
  }, [problem])
  const { booker } = model.sources
  const person = booker.status === 'ready' ? booker.data : null
  if (!person || person.contact_number || isStaff(person.user_role)) return null
  return (
    <div className="mt-5">
      <label htmlFor="mobile" className="text-sm font-semibold">
        {availabilityMessages.mobileNumber}
      </label>
      <input
        ref={input}
        id="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== null}
        aria-describedby="mobile-hint"
        className={inputClass('md', `mt-1.5 ${problem === null ? '' : 'border-danger! ring-1 ring-danger'}`)}
      />
      <p id="mobile-hint" className={`mt-1.5 text-sm ${problem === null ? 'text-ink-2' : 'font-semibold text-danger'}`}>
        {problem ?? availabilityMessages.mobileHint}
      </p>
    </div>
  )
}

type NewsCheckboxesProps = {
  model: BookingModel
  value: readonly NewsChannel[]
  onChange: (value: readonly NewsChannel[]) => void
}

const newsToOffer = ({ sources }: BookingModel): readonly NewsChannel[] =>
  sources.booker.status === 'ready' ? (sources.booker.data?.newsToOffer ?? []) : []

/**
 * The checkboxes for news by e-mail and SMS: never checked by default, and hidden for clients who have answered before.
 */
export function NewsCheckboxes({ model, value, onChange }: NewsCheckboxesProps) {
  return newsToOffer(model).map((channel, i) => (
    <TickField
      key={channel}
      className={i === 0 ? 'mt-4' : ''}
      label={newsMessages.ask[channel]}
      checked={value.includes(channel)}
      onChange={({ target }) =>
        onChange(target.checked ? [...value, channel] : value.filter((each) => each !== channel))
      }
    />
  ))
}

export type Stage = { kind: 'asking' } | { kind: 'sending' } | { kind: 'staff' } | Exclude<Outcome, { kind: 'booked' }>

/** The state of the dialog that confirms a booking: asking, sending, or the reason why nothing was booked. */
function useConfirmStage(model: BookingModel) {
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  // The new questions of the services, if the clinic has changed them while the dialog was open; otherwise null.
  const [newQuestions, setNewQuestions] = useState<readonly string[] | null>(null)
  const { booker } = model.sources
  const confirm = async (typed: Typed) => {
    if (stage.kind === 'sending') return
    const person = booker.status === 'ready' ? booker.data : null
    if (booker.status === 'ready' && person === null) return setStage({ kind: 'login' })
    if (person && isStaff(person.user_role)) return setStage({ kind: 'staff' })
    setStage({ kind: 'sending' })
    const problem = (await visitApi().catch(() => null))?.phoneError(typed.phone) ?? null
    if (problem !== null) return setStage({ kind: 'refused', sentence: problem, phone: problem, unanswered: false })
    const outcome = await model.submit(typed)
    if (!outcome || outcome.kind === 'booked') return
    if (outcome.kind === 'refused' && outcome.questions) setNewQuestions(outcome.questions)
    setStage(outcome)
  }
  // A visitor who continues a booking from a frame has confirmed it there, and sees at once that a log-in is next.
  const isVisitor = booker.status === 'ready' && booker.data === null
  return { stage: isContinuedBooking() && isVisitor ? ({ kind: 'login' } as const) : stage, newQuestions, confirm }
}

type NextPage = { sentence: string; label: string; href: string; other?: { label: string; href: string } }

/** The page that a person must visit before booking, such as the log-in; null if there is none. */
function nextPageOf(stage: Stage, model: BookingModel): NextPage | null {
  const { booker } = model.sources
  const admin = booker.status === 'ready' && booker.data?.user_role === 'admin'
  if (stage.kind === 'login')
    return {
      sentence: appointmentMessages.loginFirst,
      label: availabilityMessages.haveAccount,
      href: logInPath(paths.booking),
      other: { label: availabilityMessages.iAmNew, href: logInPath(paths.booking, { isNew: true }) },
    }
  if (stage.kind === 'choose-password')
    return {
      sentence: stage.sentence,
      label: availabilityMessages.toChoosePassword,
      href: pathWithNext(paths.choosePassword, paths.booking),
    }
  if (stage.kind === 'staff')
    return {
      sentence: availabilityMessages.staffBooks,
      label: availabilityMessages.toAppointments,
      href: admin ? paths.appointments.admin : paths.appointments.cashier,
    }
  return null
}

type ConfirmActionProps = { model: BookingModel; stage: Stage; children: ReactNode }

/** The end of the confirm dialog: the error, the main button and, below it, `children` (Cancel). */
export function ConfirmAction({ model, stage, children }: ConfirmActionProps) {
  const nextPage = nextPageOf(stage, model)
  const error = stage.kind === 'refused' && !stage.phone ? stage.sentence : null
  return (
    <>
      <div role="alert">
        {nextPage && <StageMessage sentence={nextPage.sentence} className="bg-info-soft text-info" />}
        {error !== null && <StageMessage sentence={error} className="bg-danger-soft text-danger" />}
      </div>
      <div className="mt-6 grid gap-2.5">
        {nextPage ? (
          <NextPageLinks {...nextPage} onLeave={model.leaveForLogin} />
        ) : (
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            busy={stage.kind === 'sending'}
            busyLabel={availabilityMessages.booking}
          >
            {s.confirmBooking}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

const StageMessage = ({ sentence, className }: { sentence: string; className: string }) => (
  <p className={clsx('mt-5 rounded-card px-4 py-3 text-sm font-semibold', className)}>{sentence}</p>
)

/** Links to the next page. They replace the confirm button after a failure, and the first one takes the focus. */
function NextPageLinks({ href, label, other, onLeave }: NextPage & { onLeave: () => void }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  return (
    <>
      <a
        ref={link}
        href={href}
        onClick={onLeave}
        className={buttonClass({ variant: 'primary', size: 'lg', block: true })}
      >
        {label}
      </a>
      {other && (
        <a href={other.href} onClick={onLeave} className={buttonClass({ size: 'lg', block: true })}>
          {other.label}
        </a>
      )}
    </>
  )
}

/**
 * After how many hours the visit expires if the clinic does not confirm it; null for known clients, and until it is
 * known who is logged in.
 */
const firstVisitHours = ({ sources: { booker } }: Pick<BookingModel, 'sources'>): number | null =>
  booker.status === 'ready' ? (booker.data?.firstVisitHours ?? null) : null
