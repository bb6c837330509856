import { clsx } from 'clsx'
import { SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { searchContract, SHORTEST_SEARCH } from '#shared/search/contract.ts'
import { dayInSearch } from '#shared/search/day-in-search.ts'
import { searchMessages as s } from '#shared/search/messages.ts'
import { useClinicalRecord } from '#web/charts/use-clinical-record.ts'
import { useAction } from '#web/data/use-action.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { usePerson, useRole } from '#web/lib/session/session.ts'
import { now } from '#web/lib/use-now.ts'
import { EmptyState, ErrorPanel } from '#web/ui/data/load-states.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { foundEntries, offeredEntries, type Entry, type EntryAction } from './search-entries.tsx'

const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)
const AddClientDialog = lazyDialog(async () => (await import('#web/clients/add-client-dialog.tsx')).AddClientDialog)

/** Milliseconds between the last typed character and the request, too few for people to notice a delay. */
const DEBOUNCE_MS = 120

const MAX_RECENT = 5
/** Recently opened entries, in memory only, so that a log-out removes them and no names are stored. */
const recent: { of: string; entries: readonly Entry[] } = { of: '', entries: [] }

function rememberEntry(personId: string, entry: Entry): void {
  const before = recent.of === personId ? recent.entries.filter(({ id }) => id !== entry.id) : []
  recent.of = personId
  recent.entries = [entry, ...before].slice(0, MAX_RECENT)
}

/** The entries for the typed text, and the state of the server's results. */
function useEntries(text: string) {
  const role = useRole()
  const person = usePerson()
  const typed = text.trim()
  const isLongEnough = typed.length >= SHORTEST_SEARCH
  const { answer, isFresh, failure } = useSuggestions(
    searchContract.find,
    typed,
    (q) => (q.length >= SHORTEST_SEARCH ? { querystring: { q } } : null),
    { failed: s.failed, pauseMs: DEBOUNCE_MS },
  )
  const today = manilaDate(now())
  const hasCharts = useClinicalRecord()
  const offered = offeredEntries(role, typed, { today, hasCharts })
  if (typed === '') {
    const lately = recent.of === person.id ? recent.entries : []
    // Recently opened entries are not listed twice, because duplicate ids would make the highlight jump.
    const others = offered.filter(({ id }) => lately.every((entry) => entry.id !== id))
    return { entries: [...lately.map((entry): Entry => ({ ...entry, group: 'recent' })), ...others], isSettled: true }
  }
  const found = answer ? foundEntries(role, answer.data) : []
  // If the text is only a date, the entry that opens this date is first; otherwise records such as clients come before
  // pages and actions with similar names.
  const isDay = dayInSearch(typed, today).words === ''
  return {
    entries: isDay ? [...offered, ...found] : [...found, ...offered],
    isSettled: !isLongEnough || isFresh || failure !== undefined,
    failure,
  }
}

/** Returns a function that opens an entry, and `dialogs`, which the caller must render. */
function useOpenEntry(onClose: () => void) {
  const navigate = useNavigate()
  const schedule = useDialog(ScheduleDialog)
  const addClient = useDialog(AddClientDialog)
  const book = useAction(catalogueContract.servicesByIds, {
    failed: s.failed,
    onDone: ({ data }) => schedule.open({ services: data }),
  })
  const go = (goal: EntryAction) => {
    onClose()
    if (goal.kind === 'page') void navigate(goal.to)
    else if (goal.kind === 'new-appointment') schedule.open({})
    else if (goal.kind === 'add-client') addClient.open({})
    else void book.run({ body: { service_ids: [goal.serviceId] } })
  }
  const dialogs = (
    <>
      {schedule.element}
      {addClient.element}
    </>
  )
  return { go, dialogs }
}

/** The search dialog: type, choose with arrow keys, press Enter. */
export function SearchDialog({ open, onClose }: DialogControl) {
  const { go, dialogs } = useOpenEntry(onClose)
  const person = usePerson()
  const input = useRef<HTMLInputElement>(null)
  const choose = (entry: Entry) => {
    rememberEntry(person.id, entry)
    go(entry.goal)
  }
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        size="lg"
        title={s.title}
        description={<span className="max-sm:hidden">{s.keys}</span>}
        initialFocus={input}
      >
        <Palette inputRef={input} onChoose={choose} />
      </Dialog>
      {dialogs}
    </>
  )
}

/** The highlighted entry, which Enter opens; by default the first one. */
function useHighlight(entries: readonly Entry[]) {
  const [wanted, setWanted] = useState<string | null>(null)
  const found = entries.findIndex(({ id }) => id === wanted)
  const at = Math.max(found, 0)
  const move = (by: number) => setWanted(entries[(at + by + entries.length) % entries.length]?.id ?? null)
  return { current: entries[at], move, highlight: setWanted }
}

/** If Enter is pressed before the results have loaded, the entry is opened when they arrive. */
function useEnter(isSettled: boolean, act: () => void) {
  const [isPressed, setIsPressed] = useState(false)
  const onSettled = useEffectEvent(() => {
    setIsPressed(false)
    act()
  })
  useEffect(() => {
    if (isPressed && isSettled) onSettled()
  }, [isPressed, isSettled])
  return { press: () => setIsPressed(true), forget: () => setIsPressed(false) }
}

type PaletteProps = { inputRef: RefObject<HTMLInputElement | null>; onChoose: (entry: Entry) => void }

function Palette({ inputRef, onChoose }: PaletteProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const { entries, isSettled, failure } = useEntries(text)
  const { current, move, highlight } = useHighlight(entries)
  const enter = useEnter(isSettled, () => !failure && current && onChoose(current))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter.press()
    else return
    event.preventDefault()
  }
  const change = (typed: string) => {
    setText(typed)
    highlight(null)
    enter.forget()
  }
  return (
    <div className="min-h-[min(30rem,60dvh)]">
      <div className="sticky top-0 z-10 bg-surface pb-3">
        <TextInput
          ref={inputRef}
          role="combobox"
          aria-label={s.box}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current && `${listId} ${current.id}`.replaceAll(' ', '-')}
          autoComplete="off"
          spellCheck={false}
          placeholder={s.placeholder}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className="sr-only">
        {isSettled ? s.count(entries.length) : s.searching}
      </p>
      {failure && <ErrorPanel {...failure} />}
      <Results
        {...{ listId, entries, current, onChoose }}
        onPoint={(entry) => highlight(entry.id)}
        isBusy={!isSettled}
      />
      {entries.length === 0 && isSettled && !failure && (
        <EmptyState icon={SearchX} title={s.noneTitle(text.trim())} body={s.noneHint} />
      )}
    </div>
  )
}

type ResultsProps = {
  listId: string
  entries: readonly Entry[]
  current: Entry | undefined
  isBusy: boolean
  onChoose: (entry: Entry) => void
  onPoint: (entry: Entry) => void
}

/** The results in groups. The focus stays in the search box; only the highlight moves from result to result. */
function Results({ listId, entries, current, isBusy, onChoose, onPoint }: ResultsProps) {
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={s.results}
      aria-busy={isBusy || undefined}
      hidden={entries.length === 0}
    >
      {groups.map((group) => (
        <div key={group} role="group" aria-label={s.groups[group]} className="pb-2">
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-bold text-ink-2">
            {s.groups[group]}
          </p>
          {entries
            .filter((entry) => entry.group === group)
            .map((entry) => (
              <Result
                key={entry.id}
                id={`${listId} ${entry.id}`.replaceAll(' ', '-')}
                entry={entry}
                isCurrent={entry === current}
                onChoose={() => onChoose(entry)}
                onPoint={() => onPoint(entry)}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

type ResultProps = { id: string; entry: Entry; isCurrent: boolean; onChoose: () => void; onPoint: () => void }

function Result({ id, entry, isCurrent, onChoose, onPoint }: ResultProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const Icon = entry.icon
  return (
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onClick={onChoose}
      onPointerMove={isCurrent ? undefined : onPoint}
      className={clsx(
        'flex min-h-11 cursor-pointer scroll-mt-20 items-center gap-3 rounded-ctl px-3 py-2 text-ctl',
        isCurrent && 'bg-primary-soft text-primary-ink',
      )}
    >
      <Icon size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {entry.label}
        {entry.detail && <span className="tnum block text-compact text-ink-2">{entry.detail}</span>}
      </span>
    </div>
  )
}
