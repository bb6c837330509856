export { formQuestions } from './signing/form-questions.ts'
export { missingForms } from './signing/missing-forms.ts'
export { wholeCopiesOf } from './signing/present-copy.ts'
