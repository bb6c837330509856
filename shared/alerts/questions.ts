import { z } from 'zod'
import { id, requiredText, strictBody } from '#shared/lib/fields.ts'
import { alertMessages as s } from './messages.ts'

/** The kinds of alerts, in the order in which forms offer them and screens list them. */
export const ALERT_KINDS = ['allergy', 'pregnancy', 'isotretinoin', 'keloids', 'blood-thinner', 'other'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** The question whether the visit may go on although an alert speaks against some of its treatments for this client. */
const alertQuestion = z.object({
  kind: z.literal('alert'),
  /** The key of the question. An `override` sends back the keys of the questions that the person has seen. */
  key: z.string(),
  alert_kind: z.enum(ALERT_KINDS),
  text: z.string().nullable(),
  /** The names of the visit's treatments that the client should not have because of this alert. */
  treatments: z.array(z.string()),
})

/** A question about a form that the client has not signed. It is asked only when a visit is started. */
const formQuestion = z.object({ kind: z.literal('form'), key: z.string(), title: z.string() })

/**
 * A reason not to book, move, change or start a visit, which staff must answer before they do it anyway. New kinds of
 * such reasons are added to this union.
 */
const visitQuestion = z.discriminatedUnion('kind', [alertQuestion, formQuestion])
export type VisitQuestion = z.output<typeof visitQuestion>

/** The data of the error by which a visit is refused until somebody gives a reason. */
export const visitQuestions = z.object({ questions: z.array(visitQuestion) })

/** The steps of a visit that may need a reason. `changed` means that the visit gets other services. */
const VISIT_STEPS = ['booked', 'moved', 'changed', 'started'] as const
export type VisitStep = (typeof VISIT_STEPS)[number]
export const visitStep = z.enum(VISIT_STEPS)

/**
 * Why a visit is booked, moved, changed or started despite an alert or a missing form. `questions` are the keys of the
 * questions that the person has seen, so that a question that is new since then is asked too.
 */
export const override = strictBody({
  reason: requiredText(500, s.reasonNeeded),
  questions: z.array(z.string().max(100)).min(1).max(50),
})
export type Override = z.output<typeof override>

/** A reason that was given, with the questions as they were asked. */
export const visitReason = z.object({
  id,
  step: visitStep,
  reason: z.string(),
  questions: z.array(visitQuestion),
  visit: z.object({ date: z.string(), service: z.string() }),
  given_at: z.string(),
  given_by: z.string(),
})
export type VisitReason = z.output<typeof visitReason>
