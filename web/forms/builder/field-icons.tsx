import {
  AlignLeft,
  CalendarDays,
  CircleDot,
  Hash,
  ListChecks,
  PenLine,
  PersonStanding,
  Pilcrow,
  Signature,
  TextCursorInput,
  ToggleLeft,
  type LucideIcon,
} from 'lucide-react'
import type { FieldKind } from '#shared/forms/form.ts'

/** The icon of each kind of field. */
export const fieldIcons: Readonly<Record<FieldKind, LucideIcon>> = {
  paragraph: Pilcrow,
  short_text: TextCursorInput,
  long_text: AlignLeft,
  number: Hash,
  date: CalendarDays,
  choice: CircleDot,
  choices: ListChecks,
  yes_no: ToggleLeft,
  drawing: PersonStanding,
  initials: PenLine,
  signature: Signature,
}
