import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmAction, useConfirmStage } from './booking-confirm-action.tsx'
import { FirstVisitNote, firstVisitHours } from './booking-first-visit-note.tsx'
import { MobileField } from './booking-mobile-field.tsx'
import { timeInWords, visitInWords } from './booking-words.ts'
import type { BookingModel } from './use-booking.ts'

/** "Confirm Your Booking": the four choices once more, and the booking itself. */
export function BookingConfirmDialog({ model }: { model: BookingModel }) {
  const { dialog, heading } = useModal(model.booking.timesAsked)
  const [phone, setPhone] = useState('')
  const { stage, confirm } = useConfirmStage(model)
  const close = () => model.dispatch({ type: 'confirm-closed' })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void confirm(phone)
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="confirm-title"
      onCancel={(event) => stage.kind === 'sending' && event.preventDefault()}
      // Closed and asked for again before the browser has told of the first: it is open.
      onClose={(event) => !event.currentTarget.open && close()}
      className="booking-dialog m-0 mt-auto w-full max-w-none rounded-t-panel bg-surface p-0 text-ink shadow-3 backdrop:bg-scrim md:m-auto md:max-w-[28rem] md:rounded-panel"
    >
      <form
        noValidate
        onSubmit={onSubmit}
        className="px-5 pt-7 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:px-8 md:pb-8"
      >
        <h2 ref={heading} id="confirm-title" tabIndex={-1} className="display text-3xl outline-none">
          {s.confirmTitle}
        </h2>
        <Facts model={model} />
        <FirstVisitNote hours={firstVisitHours(model)} className="mt-4" />
        <MobileField model={model} stage={stage} value={phone} onChange={setPhone} />
        <ConfirmAction model={model} stage={stage}>
          <Button type="button" size="lg" block disabled={stage.kind === 'sending'} onClick={close}>
            {s.cancel}
          </Button>
        </ConfirmAction>
      </form>
    </dialog>
  )
}

/**
 * Opens the dialog over the page; its title takes the focus, so that no key press confirms by accident. The browser
 * closes it at once (Escape, Back) and tells of it a moment later: asked for in between, it opens again.
 */
function useModal(timesAsked: number) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (dialog.current?.open) return
    dialog.current?.showModal()
    heading.current?.focus()
  }, [timesAsked])
  // Closed before it is taken away: the browser then gives the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current
    return () => shown?.close()
  }, [])
  return { dialog, heading }
}

function Facts({ model: { booking, sources } }: { model: BookingModel }) {
  const visit = visitInWords(booking, sources)
  const facts = [
    [s.treatment, visit.treatment],
    [s.service, visit.service],
    [s.date, booking.date && formatLongDate(booking.date)],
    [s.time, booking.time && timeInWords(booking.time)],
    [s.price, visit.price],
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
