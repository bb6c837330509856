import { clsx } from 'clsx'
import { Ban, CalendarSearch, Printer } from 'lucide-react'
import { boardContract, type BoardDay } from '#shared/appointments/board/contract.ts'
import { boardMessages as s } from '#shared/appointments/board/messages.ts'
import { CalendarLegend, CalendarToolbar } from '#web/appointments/calendar/staff-calendar.tsx'
import type { CalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import type { StartTransition } from '#web/appointments/desk/offered-transitions.ts'
import { useRead } from '#web/data/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/skeleton.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { BoardGrid } from './board-grid.tsx'
import { BOARD_MODES, columnsOf, modeFor, type BoardMode } from './board-rules.ts'

const BlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog)
const NextFreeDialog = lazyDialog(async () => (await import('./next-free-dialog.tsx')).NextFreeDialog)
const DaySheetDialog = lazyDialog(async () => (await import('./day-sheet-dialog.tsx')).DaySheetDialog)

const addressDefaults = { by: '', col: '' }

type DayBoardProps = { page: CalendarPage; startTransition: StartTransition }

/** The day of the clinic by person or by room, with everybody's visits at their true length. */
export function DayBoard({ page, startTransition }: DayBoardProps) {
  const { cursor, today } = page
  const [address, change] = useUrlState(addressDefaults)
  const read = useRead(
    boardContract.day,
    { querystring: { date: cursor } },
    { live: true, keepPrevious: true, failed: s.failedToLoad },
  )
  // Of another date only what is being read for this one is waited for.
  const day = read.data?.data.date === cursor ? read.data.data : undefined
  const mode = day ? modeFor(day, address.by) : 'person'
  const hasPeople = day?.resources.some(({ kind }) => kind === 'practitioner') ?? false
  return (
    <section aria-label={s.board} className="min-w-0 overflow-clip rounded-card border border-line bg-surface">
      <CalendarToolbar view="board" date={cursor} today={today} onView={page.setView} onDate={page.goTo}>
        {hasPeople && (
          <SegmentedControl
            aria-label={s.columns}
            options={BOARD_MODES.map((value) => ({ value, label: s.modes[value] }))}
            value={mode}
            onChange={(by) => change({ by: by === 'person' ? '' : by, col: '' })}
          />
        )}
        {day && <BoardTools day={day} mode={mode} />}
      </CalendarToolbar>
      {read.failure && <ErrorPanel {...read.failure} className="m-3" />}
      {day?.is_disabled && <p className="bg-warning-soft px-4 py-2 text-sm font-semibold text-warning">{s.closed}</p>}
      {day ? (
        <BoardGrid
          day={day}
          mode={mode}
          shown={address.col}
          onShow={(col) => change({ col })}
          isToday={cursor === today}
          {...{ startTransition }}
        />
      ) : (
        !read.failure && <BoardSkeleton />
      )}
      <CalendarLegend />
    </section>
  )
}

/** What concerns the whole day: a block, the next free time, the sheet for the wall. */
function BoardTools({ day, mode }: { day: BoardDay; mode: BoardMode }) {
  const block = useDialog(BlockDialog)
  const nextFree = useDialog(NextFreeDialog)
  const sheet = useDialog(DaySheetDialog)
  return (
    <div className="flex gap-2">
      <IconButton
        label={s.nextFree}
        variant="secondary"
        icon={<CalendarSearch size={20} aria-hidden="true" />}
        onClick={() => nextFree.open({})}
      />
      <IconButton
        label={s.blockTime}
        variant="secondary"
        icon={<Ban size={20} aria-hidden="true" />}
        onClick={() => block.open({ day })}
      />
      <IconButton
        label={s.daySheet}
        variant="secondary"
        icon={<Printer size={20} aria-hidden="true" />}
        onClick={() => sheet.open({ day, columns: columnsOf(day, mode), mode })}
      />
      {block.element}
      {nextFree.element}
      {sheet.element}
    </div>
  )
}

function BoardSkeleton() {
  return (
    <SkeletonGroup className="grid gap-3 p-4 sm:grid-cols-4">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className={clsx('h-40', i > 3 && 'max-sm:hidden')} />
      ))}
    </SkeletonGroup>
  )
}
