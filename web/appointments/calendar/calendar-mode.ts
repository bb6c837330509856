import type { CivilDate } from '#shared/lib/manila-time.ts'

/** What a tap on a date of the calendar does: select it, close or open it (Edit Mode), or add an appointment. */
export type CalendarMode = {
  edit: boolean
  /** True while several dates can be selected, to disable them together; only in Edit Mode. */
  multiple: boolean
  /** True while tapping a date adds an appointment; never together with Edit Mode. */
  add: boolean
  /** The selected dates, in calendar order. */
  picked: readonly CivilDate[]
}

export type ModeChange =
  | { kind: 'edit' | 'multiple' | 'add'; on: boolean }
  | { kind: 'pick'; date: CivilDate }
  | { kind: 'unpick-all' }

export const initialMode: CalendarMode = { edit: false, multiple: false, add: false, picked: [] }

function picking(mode: CalendarMode, date: CivilDate): readonly CivilDate[] {
  if (mode.picked.includes(date)) return mode.picked.filter((each) => each !== date)
  return mode.multiple ? [...mode.picked, date].sort() : [date]
}

/** The mode after a change; changes that the current mode does not allow are ignored. */
export function changeMode(mode: CalendarMode, change: ModeChange): CalendarMode {
  switch (change.kind) {
    case 'edit':
      if (mode.add) return mode
      return change.on ? { ...mode, edit: true } : { ...mode, edit: false, multiple: false, picked: [] }
    case 'multiple':
      if (!mode.edit) return mode
      return { ...mode, multiple: change.on, picked: change.on ? mode.picked : mode.picked.slice(0, 1) }
    case 'add':
      return mode.edit ? mode : { ...mode, add: change.on }
    case 'pick':
      return mode.edit ? { ...mode, picked: picking(mode, change.date) } : mode
    case 'unpick-all':
      return { ...mode, picked: [] }
  }
}
