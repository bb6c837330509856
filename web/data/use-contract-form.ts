import { useRef, type BaseSyntheticEvent } from 'react'
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { ApiError } from '#shared/lib/http-client.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { contractResolver, type FieldMessages, placeErrors } from '#web/lib/form-errors.ts'
import { useRefusals } from '#web/ui/overlays/refusal-place.tsx'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'
import { mergeNewer, type Newer } from './merge-newer.ts'
import { useAction, type Action, type ActionOptions, type Outcome } from './use-action.ts'

type FormEndpoint = Endpoint & { body: z.ZodType }
/** Also of one of several endpoints: a form that adds or changes. */
type InputOf<E extends Endpoint> = E extends Endpoint ? Input<E> : never
type OutputOf<E extends Endpoint> = E extends Endpoint ? Output<E> : never

/** The row that a form edits, and what stands in the fields for it. */
type Edited<Values, Row extends { version: number }> = {
  row: Row | null
  valuesOf: (row: Row) => Values
  /** What people read instead of the value of a field: the name of a category for its id. */
  textsOf?: (row: Row) => Newer<Values>['texts']
}

export type ContractFormOptions<
  Values extends FieldValues,
  E extends Endpoint,
  Row extends { version: number } = never,
> = Omit<ActionOptions<Values, OutputOf<E>>, 'failed' | 'onFailed'> & {
  /** What stands in the fields at first. */
  values: Values
  /** What is sent for the typed values; the form is judged by its body. */
  input: (values: Values) => InputOf<E>
  /**
   * Sends the version of the row along (`If-Match`). When somebody changed it since, nothing is saved: what was typed stays,
   * the other fields show what the row is now, a field that both changed says so, and the next submit is of the newer row.
   */
  edits?: Edited<Values, Row>
  /** Fields of the body that the form calls otherwise: `{ name: 'first_name' }`. */
  place?: { [field: string]: FieldPath<Values> }
  /** Rules of the form beside the contract's: takes the messages that were found and gives those that are shown. */
  judge?: (values: Values, found: FieldMessages) => FieldMessages
  /**
   * What is said of a failure that belongs to no field: a title, below which stand its messages; or all of it (`others`
   * are the messages that belong to no field).
   */
  failed: string | ((error: ApiError, others: string[]) => ToastMessage | null)
  /** `sent` are the values that were refused; `typed` are the present values of the fields. */
  onFailed?: (error: ApiError, sent: Values, typed: Values) => void
}

type ContractForm<Values extends FieldValues, Answer> = {
  form: UseFormReturn<Values>
  busy: boolean
  /** Sends what is typed, as `onSubmit` does; null when the form itself refused it. */
  submit: () => Promise<Outcome<Answer> | null>
  onSubmit: (event: BaseSyntheticEvent) => void
  /** Props of `FormDialog`. */
  dialog: { onSubmit: (event: BaseSyntheticEvent) => void; busy: boolean; unsaved: boolean }
  isDirty: boolean
}

const hasRow = (answer: unknown): answer is { data: { version: number } } => {
  const data = (answer as { data?: unknown } | null)?.data
  return typeof data === 'object' && data !== null && 'version' in data
}

/** The row that the form is about: the one it was opened with, then the one that was saved, or that was newer. */
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

/** Says what refuses the form where no field is drawn that says it and takes the focus: a press never says nothing. */
const tellUnseen =
  (say: (message: ToastMessage) => void) =>
  (errors: object): void => {
    const refused = Object.values(errors as Record<string, { ref?: unknown; message?: unknown }>)
    const unseen = refused.filter(({ ref }) => ref === undefined)
    const [title, ...others] = unseen.map(({ message }) => String(message))
    if (title) say({ title, description: others.join('\n') })
  }

/** Sends what is typed, once the form itself has let it through. */
function submitsOf<Values extends FieldValues, Answer>(
  form: UseFormReturn<Values>,
  action: Action<Values, Answer>,
  say: (message: ToastMessage) => void,
) {
  const submit = async (event?: BaseSyntheticEvent): Promise<Outcome<Answer> | null> => {
    let outcome: Outcome<Answer> | null = null
    await form.handleSubmit(async (typed) => {
      outcome = await action.run(typed)
    }, tellUnseen(say))(event)
    return outcome
  }
  const onSubmit = (event: BaseSyntheticEvent) => {
    // A dialog stands inside the form that opened it, as React sees it; that one is not sent with it.
    event.stopPropagation()
    void submit(event)
  }
  return { submit, onSubmit }
}

/** Puts the server's messages at their fields; answers what is said of those that belong to none. */
function sayFailure<Values extends FieldValues>(
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
  const seen = useSeenRow(form, edits)
  const action = useAction<Values, OutputOf<E>>(
    (typed, callOptions) =>
      api(e, input(typed) as Input<E>, { ...callOptions, ...seen.options() }) as Promise<OutputOf<E>>,
    {
      ...rest,
      onDone: (answer, typed) => {
        seen.showSaved(answer)
        onDone?.(answer, typed)
      },
      onFailed: (error, sent) => {
        seen.showNewer(error)
        onFailed?.(error, sent, form.getValues())
      },
      idempotent: e.idempotent !== undefined,
      failed: (error) => sayFailure(form, { values, place, failed }, error),
    },
  )
  const { submit, onSubmit } = submitsOf(form, action, useRefusals().say)
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
