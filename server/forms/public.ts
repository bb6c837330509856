export { missingForms } from './signing/missing-forms.ts'
