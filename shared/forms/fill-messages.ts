import { defineMessages } from '#shared/lib/language.ts'

/** Texts of a form while somebody fills it in. */
export const fillMessages = defineMessages('forms/fill', {
  yes: 'Yes',
  no: 'No',
  signaturePad: (label: string) => `${label}: sign with your finger, a pen or the mouse`,
  drawingPad: (label: string, map: string) => `${label}: draw on "${map}" with your finger, a pen or the mouse`,
  signInBox: 'Sign in the box',
  initialsInBox: 'Write your initials in the box',
  clear: 'Clear',
  undo: 'Undo',
  typeInstead: 'Type it instead',
  eraseTitle: 'Erase your drawing?',
  eraseBody: 'You can then type instead.',
  erase: 'Erase and type',
  keepDrawing: 'Keep the drawing',
  drawInstead: 'Draw it instead',
  typedName: 'Your full name',
  typedInitials: 'Your initials',
  isMySignature: 'This is my signature',
  areMyInitials: 'These are my initials',
  markByName: 'Choose areas from a list',
  marked: (areas: string) => `Marked: ${areas}`,
  unit: (label: string, unit: string) => `${label} (${unit})`,
})
