import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

/** Texts about the content of forms and the answers to them. */
export const formMessages = defineMessages('forms/forms', {
  partId: 'This part of the form has no valid id.',
  sameId: 'Two parts of the form have the same id.',
  tooManySections: (most: number) => `A form can have up to ${formatNumber(most)} sections.`,
  tooManyFields: (most: number) => `A form can have up to ${formatNumber(most)} fields.`,
  tooManyOptions: (most: number) => `A question can have up to ${formatNumber(most)} choices.`,
  formNeedsTitle: 'Give the form a title.',
  formNeedsField: 'Add at least one question or signature.',
  sectionNeedsField: 'Add a field to this section, or remove it.',
  fieldNeedsLabel: 'Write the question.',
  paragraphNeedsText: 'Write the text, or remove this paragraph.',
  twoOptions: 'Add at least two choices.',
  optionNeedsLabel: 'Fill in every choice, or remove the empty ones.',
  sameOption: 'Two choices are the same.',
  followUpNeedsLabel: 'Write the follow-up question, or remove it.',
  minAboveMax: 'The smallest number is above the largest.',
  enterNumber: 'Enter a number.',
  atLeast: (least: number) => `Enter ${formatNumber(least)} or more.`,
  atMost: (most: number) => `Enter ${formatNumber(most)} or less.`,
  chooseOne: 'Choose from the list.',
  chooseAnswer: 'Please choose an answer.',
  answerThis: 'Please answer this question.',
  markDrawing: 'Please mark the drawing.',
  signHere: 'Please sign here.',
  typeYourName: 'Type your full name.',
  drawingTooLong: 'The drawing has too many lines. Clear it and draw it with fewer.',
})
