import { uiMessages as s } from '#shared/lib/messages.ts'

/** The question before typed values are discarded, for `useConfirm()`. */
export const discardQuestion = {
  title: s.discardQuestion,
  body: s.discardText,
  confirmLabel: s.discard,
  cancelLabel: s.keepEditing,
  danger: true,
}
