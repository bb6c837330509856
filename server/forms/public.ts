export { formQuestions } from './signing/form-questions.ts'
export { missingForms } from './signing/missing-forms.ts'
