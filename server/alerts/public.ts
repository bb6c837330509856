export { alertsOfChart } from './read-alerts.ts'
export { alertQuestions, recordReason, requireAnswers, type QuestionSource } from './visit-reasons.ts'
