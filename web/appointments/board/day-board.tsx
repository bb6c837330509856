import { clsx } from 'clsx'
import { Ban, CalendarDays, CalendarSearch, DoorOpen, EllipsisVertical, List, Printer, Users } from 'lucide-react'
import { boardContract, type BoardDay } from '#shared/appointments/board-contract.ts'
import { boardMessages as s, calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { formatDay, formatLongDate } from '#shared/lib/manila-time.ts'
import { CalendarLegend, CalendarToolbar, PageButtons } from '#web/appointments/calendar/staff-calendar.tsx'
import { PHONE_VIEWS, type CalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import type { StartTransition } from '#web/appointments/desk/appointment-changes.ts'
import { useRead } from '#web/data/use-read.ts'
import { useIsPhone } from '#web/lib/use-device.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Loaded, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { BoardGrid } from './board-grid.tsx'
import { BOARD_MODES, columnsOf, modeFor, type BoardMode } from './board-rules.ts'

const BlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog)
const NextFreeDialog = lazyDialog(async () => (await import('./next-free-dialog.tsx')).NextFreeDialog)
const DaySheetDialog = lazyDialog(async () => (await import('./day-sheet-dialog.tsx')).DaySheetDialog)

const addressDefaults = { by: '', col: '' }

type DayBoardProps = { page: CalendarPage; startTransition: StartTransition }

/** The clinic's day by practitioner or room, with visits at their true length. */
export function DayBoard({ page, startTransition }: DayBoardProps) {
  const { cursor, today } = page
  const [address, change] = useUrlState(addressDefaults)
  const read = useRead(
    boardContract.day,
    { querystring: { date: cursor } },
    { live: true, keepPrevious: true, failed: s.failedToLoad },
  )
  // When the date changes, the old date's data is not shown while loading.
  const day = read.data?.data.date === cursor ? read.data.data : undefined
  const mode = day ? modeFor(day, address.by) : 'person'
  const isPhone = useIsPhone()
  const onMode = (by: BoardMode) => change({ by: by === 'person' ? '' : by, col: '' })
  const hasPeople = day?.resources.some(({ kind }) => kind === 'practitioner') ?? false
  return (
    <section aria-label={s.board} className="min-w-0 overflow-clip rounded-card border border-line bg-surface">
      {isPhone ? (
        <PhoneToolbar page={page} day={day} mode={mode} hasPeople={hasPeople} onMode={onMode} />
      ) : (
        <CalendarToolbar view="board" date={cursor} today={today} onView={page.setView} onDate={page.goTo}>
          {hasPeople && (
            <SegmentedControl
              aria-label={s.columns}
              options={BOARD_MODES.map((value) => ({ value, label: s.modes[value] }))}
              value={mode}
              onChange={onMode}
            />
          )}
          {day && <BoardTools day={day} mode={mode} />}
        </CalendarToolbar>
      )}
      <Loaded read={{ data: day, failure: read.failure }} skeleton={<BoardSkeleton />} errorClassName="m-3">
        {(shown) => (
          <>
            {shown.is_disabled && (
              <p className="bg-warning-soft px-4 py-2 text-sm font-semibold text-warning">{s.closed}</p>
            )}
            <BoardGrid
              day={shown}
              mode={mode}
              shown={address.col}
              onShow={(col) => change({ col })}
              isToday={cursor === today}
              {...{ startTransition }}
            />
          </>
        )}
      </Loaded>
      <CalendarLegend />
    </section>
  )
}

/** Actions for the whole day: the next free time, a block, the printed sheet. The caller must render `dialogs`. */
function useTools(day: BoardDay | undefined, mode: BoardMode) {
  const block = useDialog(BlockDialog)
  const nextFree = useDialog(NextFreeDialog)
  const sheet = useDialog(DaySheetDialog)
  const tools = [
    { label: s.nextFree, icon: <CalendarSearch size={20} aria-hidden="true" />, onSelect: () => nextFree.open({}) },
    { label: s.blockTime, icon: <Ban size={20} aria-hidden="true" />, onSelect: () => day && block.open({ day }) },
    {
      label: s.daySheet,
      icon: <Printer size={20} aria-hidden="true" />,
      onSelect: () => day && sheet.open({ day, columns: columnsOf(day, mode), mode }),
    },
  ]
  const dialogs = (
    <>
      {block.element}
      {nextFree.element}
      {sheet.element}
    </>
  )
  return { tools, dialogs }
}

function BoardTools({ day, mode }: { day: BoardDay; mode: BoardMode }) {
  const { tools, dialogs } = useTools(day, mode)
  return (
    <div className="flex gap-2">
      {tools.map(({ label, icon, onSelect }) => (
        <IconButton key={label} label={label} variant="secondary" icon={icon} onClick={onSelect} />
      ))}
      {dialogs}
    </div>
  )
}

type PhoneToolbarProps = {
  page: CalendarPage
  day: BoardDay | undefined
  mode: BoardMode
  hasPeople: boolean
  onMode: (mode: BoardMode) => void
}

/**
 * The toolbar on a phone, in one row: the day, and a menu with all other actions. The row below the toolbar names the
 * shown practitioner or room.
 */
function PhoneToolbar({ page, day, mode, hasPeople, onMode }: PhoneToolbarProps) {
  const { cursor, today } = page
  const { tools, dialogs } = useTools(day, mode)
  const other = mode === 'person' ? 'room' : 'person'
  const OtherIcon = other === 'room' ? DoorOpen : Users
  const views = PHONE_VIEWS.map((view, index) => ({
    label: calendarMessages.views[view],
    icon: view === 'day' ? <CalendarDays size={20} /> : <List size={20} />,
    onSelect: () => page.setView(view),
    separated: index === 0,
  }))
  return (
    <div className="flex items-center gap-1.5 border-b border-line p-2">
      <PageButtons view="board" date={cursor} today={today} onDate={page.goTo} />
      <h2 className="min-w-0 flex-1 truncate text-center text-ctl font-bold" aria-live="polite">
        <span aria-hidden="true">{formatDay(cursor)}</span>
        <span className="sr-only">{formatLongDate(cursor)}</span>
      </h2>
      <Menu
        trigger={
          <IconButton
            label={s.more}
            variant="secondary"
            icon={<EllipsisVertical size={20} aria-hidden="true" />}
            disabled={!day}
          />
        }
        items={[
          ...(hasPeople
            ? [{ label: s.modes[other], icon: <OtherIcon size={20} />, onSelect: () => onMode(other) }]
            : []),
          ...tools,
          ...views,
        ]}
      />
      {dialogs}
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
