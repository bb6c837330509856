import {
  ArrowLeftRight,
  Calculator,
  CircleStop,
  FileCheck,
  FileText,
  LockKeyhole,
  LockKeyholeOpen,
  MonitorCog,
  Users,
  Wallet,
} from 'lucide-react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { formatShortDate, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { now } from '#web/lib/use-now.ts'
import { sendTillActions } from './till-actions.ts'
import { useColleagueQuestion } from './use-colleague-question.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const OpenShiftDialog = lazyDialog(async () => (await import('./shift-dialogs.tsx')).OpenShiftDialog)
const CloseShiftDialog = lazyDialog(async () => (await import('./close-shift-dialog.tsx')).CloseShiftDialog)
const MovementDialog = lazyDialog(async () => (await import('./movement-dialog.tsx')).MovementDialog)
const OpenDrawerDialog = lazyDialog(async () => (await import('./open-drawer-dialog.tsx')).OpenDrawerDialog)
const ReadingDialog = lazyDialog(async () => (await import('./reading-dialog.tsx')).ReadingDialog)
const TerminalDialog = lazyDialog(async () => (await import('./shift-dialogs.tsx')).TerminalDialog)

/**
 * `isUnanswered`: a payment without a response may or may not be in the shift, so closing waits. `hasOrders`: this
 * device has an unpaid or parked order and must keep its terminal, to which reports such as deleted lines belong.
 */
type TillProps = { till: Till; isUnanswered: boolean; hasOrders?: boolean }
type ShiftAction = { label: string; icon: typeof Wallet; run: () => void }

/**
 * The business date that can be closed now: an earlier one that is still open, otherwise today. Null during a shift.
 */
const dateToClose = ({ unclosed_date, can_close_day, shift }: Till) =>
  shift ? null : (unclosed_date ?? (can_close_day ? manilaDate(now()) : null))

/** Builds the text of the question before a day is closed: visits that are still booked, and what closing does. */
async function closingQuestionText(date: CivilDate): Promise<string> {
  const querystring = { scope: 'active', from: date, to: date, per_page: 1 } as const
  // The Z-reading counts the till actions that were reported, so the last actions are sent before the day is closed.
  const [{ total }] = await Promise.all([api(appointmentsContract.list, { querystring }), sendTillActions(true)])
  return total === 0 ? s.closeDayText : `${s.closeDayVisits(total)} ${s.closeDayText}`
}

/** All actions for a till's shift, and their dialogs. */
function useShiftActions({ till, isUnanswered, hasOrders = false }: TillProps) {
  const open = useDialog(OpenShiftDialog)
  const close = useDialog(CloseShiftDialog)
  const move = useDialog(MovementDialog)
  const drawer = useDialog(OpenDrawerDialog)
  const reading = useDialog(ReadingDialog)
  const choose = useDialog(TerminalDialog)
  const closeDay = useAction(cashContract.closeDay, {
    ask: async ({ body }) => ({
      title: s.closeDayQuestion(formatShortDate(body.business_date)),
      body: await closingQuestionText(body.business_date),
      confirmLabel: s.closeDay,
      cancelLabel: s.cancel,
      busyLabel: s.closingDay,
    }),
    done: s.dayIsClosed,
    failed: s.dayNotClosed,
    reread: [cashContract.till],
    onDone: ({ data }) => reading.open({ kind: 'Z', id: data.id }),
  })
  const askColleague = useColleagueQuestion()
  const { shift, terminal, z_reading_id: zReadingId } = till
  const unlessUnanswered = (run: () => void) => () => {
    if (isUnanswered) return toast.error({ title: s.unansweredTitle, description: s.unansweredText })
    void sendTillActions(true)
    askColleague(run)
  }
  const date = dateToClose(till)
  const actions = {
    open: terminal && !shift && { label: s.openShift, icon: Wallet, run: () => open.open({ terminal }) },
    move: shift && { label: s.movement, icon: ArrowLeftRight, run: () => askColleague(() => move.open({ shift })) },
    drawer: shift && { label: s.openDrawer, icon: LockKeyholeOpen, run: () => askColleague(() => drawer.open({})) },
    x: shift && { label: s.xReading, icon: FileText, run: () => reading.open({ kind: 'X', id: shift.id }) },
    // Shows the latest Z-reading again, after a lost response or a paper jam.
    z: zReadingId !== null && {
      label: s.lastZReading,
      icon: FileCheck,
      run: () => reading.open({ kind: 'Z', id: zReadingId }),
    },
    handOver: shift && {
      label: s.handOver,
      icon: Users,
      run: unlessUnanswered(() => close.open({ shift, isHandOver: true })),
    },
    close: shift && {
      label: s.closeShift,
      icon: CircleStop,
      run: unlessUnanswered(() => close.open({ shift, isHandOver: false })),
    },
    closeDay: terminal &&
      date !== null && {
        label: s.closeDay,
        icon: LockKeyhole,
        run: unlessUnanswered(() => void closeDay.run({ body: { terminal_id: terminal.id, business_date: date } })),
      },
    choose: till.terminals.length > 1 && {
      label: s.chooseTerminal,
      icon: MonitorCog,
      run: () => {
        if (!terminal || !hasOrders) return choose.open({ till })
        toast.error({ title: s.ordersOfTerminal, description: s.ordersOfTerminalText(terminal.name), seconds: 8 })
      },
    },
  } satisfies Record<string, ShiftAction | null | false>
  const dialogs = (
    <>
      {open.element}
      {close.element}
      {move.element}
      {drawer.element}
      {reading.element}
      {choose.element}
    </>
  )
  return { actions, dialogs }
}

type ShiftActions = ReturnType<typeof useShiftActions>['actions']

/** The menu items for what can be done with the shift now. */
function itemsOf({ step }: Till, actions: ShiftActions): MenuItem[] {
  const isReady = step === 'ready'
  const wanted: (ShiftAction | null | false)[] = [
    step === 'open-shift' && actions.open,
    isReady && actions.move,
    isReady && actions.drawer,
    actions.x,
    isReady && actions.handOver,
    actions.close,
    actions.closeDay,
    actions.z,
    actions.choose,
  ]
  return wanted
    .filter((item) => item !== null && item !== false)
    .map(({ label, icon: Icon, run }) => ({ label, icon: <Icon size={18} aria-hidden="true" />, onSelect: run }))
}

/** The button in the till's bar that names the open shift and opens its menu. */
export function ShiftMenu(props: TillProps) {
  const { till } = props
  const { actions, dialogs } = useShiftActions(props)
  const { shift, terminal, step } = till
  const state = shift ? s.shiftOf(shift.cashier_name) : step === 'day-closed' ? s.dayClosed : s.noShift
  return (
    <>
      <Menu
        trigger={
          <Button
            size="lg"
            data-shift
            aria-label={shift && terminal ? s.shiftOn(shift.cashier_name, terminal.name) : state}
            className="min-w-13 shrink-0 px-3!"
            icon={<Calculator size={20} aria-hidden="true" className={step === 'ready' ? '' : 'text-warning'} />}
          >
            <span className="max-w-44 truncate max-xl:hidden">{state}</span>
          </Button>
        }
        items={itemsOf(till, actions)}
      />
      {dialogs}
    </>
  )
}

/** The button for the next step before payments are possible, such as opening a shift. */
export function ShiftStep(props: TillProps) {
  const { till } = props
  const { actions, dialogs } = useShiftActions(props)
  const { shift, unclosed_date } = till
  const steps = {
    ready: null,
    'choose-terminal': { note: s.chooseTerminalFirst, action: actions.choose },
    'close-shift': { note: shift && s.closeShiftFirst(formatShortDate(shift.business_date)), action: actions.close },
    'close-day': { note: unclosed_date && s.closeDayFirst(formatShortDate(unclosed_date)), action: actions.closeDay },
    'open-shift': { note: s.openShiftFirst, action: actions.open },
    'day-closed': { note: s.sellTomorrow, action: null },
  }
  const step = steps[till.step]
  if (!step) return null
  const { action } = step
  const Icon = action ? action.icon : LockKeyhole
  return (
    <div>
      <Button
        variant="primary"
        size="xl"
        block
        disabled={!action}
        onClick={() => action && action.run()}
        icon={<Icon size={20} aria-hidden="true" />}
      >
        {action ? action.label : s.dayClosed}
      </Button>
      <p className="mt-1.5 text-center text-sm text-ink-2">{step.note}</p>
      {dialogs}
    </div>
  )
}
