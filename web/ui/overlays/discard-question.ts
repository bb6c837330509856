import { uiMessages as s } from '#shared/lib/ui-messages.ts'

/** Asked with `useConfirm()` before what was typed is thrown away. */
export const discardQuestion = {
  title: s.discardQuestion,
  body: s.discardText,
  confirmLabel: s.discard,
  cancelLabel: s.keepEditing,
  danger: true,
}
