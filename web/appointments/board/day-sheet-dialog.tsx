import { useRef, useState } from 'react'
import type { BoardDay } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentMessages, statusMessages } from '#shared/appointments/messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { isUnpaid } from '#shared/appointments/status.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { peopleOf, servicesOf } from '#shared/lib/visit-services.ts'
import { useRead } from '#web/data/use-read.ts'
import { printOnA4 } from '#web/lib/print.ts'
import { Button } from '#web/ui/button.tsx'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { columnTitle } from './board-column.tsx'
import { visitInColumn, type BoardColumn, type BoardMode } from './board-rules.ts'

type DaySheetDialogProps = DialogControl & { day: BoardDay; columns: readonly BoardColumn[]; mode: BoardMode }

const HOW = [
  { value: 'whole', label: s.wholeDay },
  { value: 'columns', label: s.perPerson },
] as const

/** The printed day in A4 portrait: complete, or a page for each practitioner or room. */
export function DaySheetDialog({ open, onClose, day, columns, mode }: DaySheetDialogProps) {
  const [how, setHow] = useState<'whole' | 'columns'>('whole')
  const paper = useRef<HTMLDivElement>(null)
  const { showRefusal } = useRefusals()
  const date = formatLongDate(day.date)
  const clinic = useRead(clinicContract.read, {}, { staleMs: 60_000 }).data?.data.name ?? ''
  const print = () => {
    if (!paper.current) return
    printOnA4(paper.current).catch((cause: unknown) => {
      console.warn(cause)
      showRefusal({ title: s.notPrinted })
    })
  }
  const pages =
    how === 'whole'
      ? [{ title: date, visits: day.visits }]
      : columns.map((column) => ({
          title: s.sheetOf(date, columnTitle(column, mode)),
          visits: column.visits.map((visit) => visitInColumn(visit, column.id)),
        }))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="xl"
      title={s.daySheetTitle}
      description={date}
      footer={
        <>
          <Button onClick={onClose}>{s.close}</Button>
          <Button variant="primary" onClick={print}>
            {s.print}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field label={s.sheetHow} group>
          <SegmentedControl options={HOW} value={how} onChange={setHow} />
        </Field>
        <ScrollBox role="group" aria-label={s.daySheetTitle} className="max-h-[60dvh] rounded-ctl border border-line">
          <div ref={paper} className="w-[190mm] bg-white p-4 text-black print:p-0">
            {pages.map(({ title, visits }) => (
              <SheetPage key={title} title={title} clinic={clinic} visits={visits} day={day} />
            ))}
          </div>
        </ScrollBox>
      </div>
    </Dialog>
  )
}

type SheetPageProps = { title: string; clinic: string; visits: BoardDay['visits']; day: BoardDay }

const HEADS = [s.time, s.client, s.service, s.phone, s.note]

/** The header of each printed page of the day sheet. */
const SheetHead = ({ title, clinic }: Pick<SheetPageProps, 'title' | 'clinic'>) => (
  <div className="flex items-baseline justify-between gap-6 pb-2">
    <h3 className="text-lg font-bold wrap-anywhere">{title}</h3>
    <p className="max-w-[70mm] text-right text-xs font-normal wrap-anywhere">{clinic}</p>
  </div>
)

function SheetPage({ title, clinic, visits, day }: SheetPageProps) {
  if (visits.length === 0)
    return (
      <section className="break-after-page pb-6 last:break-after-auto">
        <SheetHead title={title} clinic={clinic} />
        <p>{s.nothing}</p>
      </section>
    )
  return (
    <section className="break-after-page pb-6 last:break-after-auto">
      <table className="tnum w-full border-collapse text-left text-xs">
        {/* A table header is repeated on each printed page. */}
        <thead>
          <tr>
            <td colSpan={HEADS.length}>
              <SheetHead title={title} clinic={clinic} />
            </td>
          </tr>
          <tr className="border-b-2 border-black">
            {HEADS.map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 font-bold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <SheetRow key={visit.id} visit={visit} day={day} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The client's phone number, or a dash if there is none. */
const phoneOf = ({ contact_number }: BoardDay['visits'][number]) =>
  contact_number === appointmentMessages.notProvided ? '–' : contact_number

function SheetRow({ visit, day }: { visit: BoardDay['visits'][number]; day: BoardDay }) {
  const room = day.resources.find(({ id, kind }) => kind === 'room' && visit.resource_ids.includes(id))
  const people = peopleOf(visit)
  return (
    <tr className="break-inside-avoid border-b border-black/30 align-top *:py-1.5 *:pr-3">
      <td className="whitespace-nowrap">{formatTimeRange(visit.appointment_time, visit.duration_minutes)}</td>
      <td className="font-bold">
        {visit.name}
        <span className="block font-normal">
          {statusMessages.statuses[visit.status]}
          {isUnpaid(visit) && `, ${deskMessages.unpaid}`}
        </span>
      </td>
      <td>
        {servicesOf(visit)}
        {people !== null && <span className="block">{deskMessages.withPerson(people)}</span>}
        {room && <span className="block">{s.room(room.name)}</span>}
      </td>
      <td className="whitespace-nowrap">{phoneOf(visit)}</td>
      <td className="max-w-[50mm] wrap-anywhere">
        {visit.client_note !== null && <span className="block whitespace-pre-line">{visit.client_note}</span>}
        {visit.note.text}
        {visit.overbook_reason !== null && <span className="block">{s.overbookedWhy(visit.overbook_reason)}</span>}
      </td>
    </tr>
  )
}
