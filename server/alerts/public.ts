export { alertQuestions, recordReason, requireAnswers, type QuestionSource } from './visit-reasons.ts'
