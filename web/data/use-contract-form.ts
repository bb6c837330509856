import { useRef, type BaseSyntheticEvent } from 'react'
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { ApiError } from '#shared/lib/http-client.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { contractResolver, type FieldMessages, placeErrors } from '#web/lib/form-errors.ts'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'
import { mergeNewer, type Newer } from './merge-newer.ts'
import { useAction, type Action, type ActionOptions, type Outcome } from './use-action.ts'

type FormEndpoint = Endpoint & { body: z.ZodType }
/**
 * The input of an endpoint; for a form that calls one endpoint to add and another to change, the union of their inputs.
 */
type InputOf<E extends Endpoint> = E extends Endpoint ? Input<E> : never
type OutputOf<E extends Endpoint> = E extends Endpoint ? Output<E> : never

/** The row that a form edits, and the form's values for this row. */
type Edited<Values, Row extends { version: number }> = {
  row: Row | null
  valuesOf: (row: Row) => Values
  /** Displayed texts for ids, such as a category's name. */
  textsOf?: (row: Row) => Newer<Values>['texts']
}

export type ContractFormOptions<
  Values extends FieldValues,
  E extends Endpoint,
  Row extends { version: number } = never,
> = Omit<ActionOptions<Values, OutputOf<E>>, 'failed' | 'onFailed'> & {
  /** The values of the fields when the form opens. */
  values: Values
  /**
   * Makes the request from the form's values. The form is valid if the body of this request passes the validation rules
   * of the contract.
   */
  input: (values: Values) => InputOf<E>
  /**
   * Sends the row's version (`If-Match`). If somebody else has changed the row, nothing is saved: fields that the
   * person has changed stay, other fields show the current row, fields changed by both get a message, and the next
   * submit uses the newer version.
   */
  edits?: Edited<Values, Row>
  /** Fields of the body with another name in the form: `{ name: 'first_name' }`. */
  place?: { [field: string]: FieldPath<Values> }
  /** Further rules of the form: receives the contract's messages and returns those to show. */
  judge?: (values: Values, found: FieldMessages) => FieldMessages
  /**
   * The message after a failure that belongs to no field: a title, below which the server's messages are shown; or a
   * function that makes the whole message (`others` are the messages that belong to no field).
   */
  failed: string | ((error: ApiError, others: string[]) => ToastMessage | null)
  /** `sent` are the refused values; `typed` are the current ones. */
  onFailed?: (error: ApiError, sent: Values, typed: Values) => void
}

type ContractForm<Values extends FieldValues, Answer> = {
  form: UseFormReturn<Values>
  busy: boolean
  /** Submits the form as `onSubmit` does; null when it is invalid. */
  submit: () => Promise<Outcome<Answer> | null>
  onSubmit: (event: BaseSyntheticEvent) => void
  /** The props for the `FormDialog` that contains the form. */
  dialog: { onSubmit: (event: BaseSyntheticEvent) => void; busy: boolean; unsaved: boolean }
  isDirty: boolean
}

const hasRow = (answer: unknown): answer is { data: { version: number } } => {
  const data = (answer as { data?: unknown } | null)?.data
  return typeof data === 'object' && data !== null && 'version' in data
}

/** The row that the form edits: first the one it was opened with, then the saved row or somebody else's newer row. */
function useSeenRow<Values extends FieldValues, Row extends { version: number }>(
  form: UseFormReturn<Values>,
  edits: Edited<Values, Row> | undefined,
) {
  const seen = useRef(edits?.row ?? null)
  return {
    options: () => (seen.current === null ? {} : ifMatch(seen.current)),
    showNewer: ({ code, data }: ApiError) => {
      if (!edits || !seen.current || code !== 'stale') return
      const newer = data as Row
      mergeNewer(form, {
        seen: edits.valuesOf(seen.current),
        newer: edits.valuesOf(newer),
        texts: edits.textsOf?.(newer),
      })
      seen.current = newer
    },
    showSaved: (answer: unknown) => {
      if (seen.current && hasRow(answer)) seen.current = answer.data as Row
    },
  }
}

type FieldError = { ref?: unknown; message: string }
const isFieldError = (one: object): one is FieldError => 'message' in one && typeof one.message === 'string'

/** Returns the errors of all fields as one list, including the errors of nested fields. */
const fieldErrorsIn = (errors: object): FieldError[] =>
  Object.values(errors).flatMap((one: object) => (isFieldError(one) ? [one] : fieldErrorsIn(one)))

/** Shows a toast for validation errors whose field is not on screen. */
const showErrorsWithoutField =
  (showRefusal: (message: ToastMessage) => void) =>
  (errors: object): void => {
    const unseen = fieldErrorsIn(errors).filter(({ ref }) => ref === undefined)
    const [title, ...others] = unseen.map(({ message }) => message)
    if (title) showRefusal({ title, description: others.join('\n') })
  }

/** The functions that send the form's values if they are valid. */
function submitsOf<Values extends FieldValues, Answer>(
  form: UseFormReturn<Values>,
  action: Action<Values, Answer>,
  showRefusal: (message: ToastMessage) => void,
) {
  const submit = async (event?: BaseSyntheticEvent): Promise<Outcome<Answer> | null> => {
    let outcome: Outcome<Answer> | null = null
    await form.handleSubmit(async (typed) => {
      outcome = await action.run(typed)
    }, showErrorsWithoutField(showRefusal))(event)
    return outcome
  }
  const onSubmit = (event: BaseSyntheticEvent) => {
    // In React's tree a dialog is inside the form that opened it; stop the event, so that the outer form is not
    // submitted.
    event.stopPropagation()
    void submit(event)
  }
  return { submit, onSubmit }
}

/** Shows the server's messages at their fields, and returns the message about errors without a field. */
function showFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { values, place, failed }: Required<Pick<ContractFormOptions<Values, Endpoint>, 'values' | 'place' | 'failed'>>,
  error: ApiError,
): ToastMessage | null {
  const others = placeErrors(error, form, Object.keys(values) as FieldPath<Values>[], place)
  if (typeof failed === 'function') return failed(error, others)
  return others.length === 0 ? null : { title: failed, description: others.join('\n') }
}

/**
 * The one way to build a form: the contract's body validates it, the server's messages are shown at their fields, the
 * first invalid field gets the focus, and it is sent as an action (`useAction`).
 *
 *     const { form, dialog } = useContractForm(contract.update, {
 *       values: { name: client.name }, input: (body) => ({ params: { id }, body }),
 *       done: s.saved, failed: s.notSaved, reread: [contract.list], onDone: onClose,
 *     })
 *     <FormDialog {...dialog} …><TextInput {...form.register('name')} /></FormDialog>
 */
export function useContractForm<
  Values extends FieldValues,
  const E extends FormEndpoint,
  Row extends { version: number } = never,
>(e: E, options: ContractFormOptions<Values, E, Row>): ContractForm<Values, OutputOf<E>> {
  const { values, input, place = {}, judge, failed, edits, onDone, onFailed, ...rest } = options
  const bodyOf = (typed: Values) => (input(typed) as { body: unknown }).body
  const form = useForm<Values>({
    resolver: contractResolver<Values>(e.body, bodyOf, { place, ...(judge && { judge }) }),
    defaultValues: values as DefaultValues<Values>,
  })
  const seenRow = useSeenRow(form, edits)
  const action = useAction<Values, OutputOf<E>>(
    (typed, callOptions) =>
      api(e, input(typed) as Input<E>, { ...callOptions, ...seenRow.options() }) as Promise<OutputOf<E>>,
    {
      ...rest,
      onDone: (answer, typed) => {
        seenRow.showSaved(answer)
        onDone?.(answer, typed)
      },
      onFailed: (error, sent) => {
        seenRow.showNewer(error)
        onFailed?.(error, sent, form.getValues())
      },
      idempotent: e.idempotent !== undefined,
      failed: (error) => showFailure(form, { values, place, failed }, error),
    },
  )
  const { submit, onSubmit } = submitsOf(form, action, useRefusals().showRefusal)
  const { isSubmitting, isDirty } = form.formState
  return {
    form,
    busy: isSubmitting,
    submit: () => submit(),
    onSubmit,
    dialog: { onSubmit, busy: isSubmitting, unsaved: isDirty },
    isDirty,
  }
}
