import { useState, type BaseSyntheticEvent } from 'react'
import type { Service } from '#shared/catalogue/records.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { sendWithReason } from '#web/alerts/ask-reason.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { addAsNew, clientReads, failedToAddAs, useKnownPeople } from '#web/clients/client-form.tsx'
import { contactLine } from '#web/clients/contact-line.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { api } from '#web/lib/api.ts'
import { failedToStart, startBodyOf, useAskOverbook, useStartOptions, walkInReads } from './take-in-dialog.tsx'

/** An existing client who was chosen; `line` (e-mail or number) distinguishes people with the same name. */
type Person = { user_id: string; client_id: string; name: string; line: string }

export const personOf = (contact: ClientContact): Person => ({ ...contact, line: contactLine(contact) })

type StartMode = 'waits' | 'now'

/**
 * The requested service, and whether the client waits or the visit starts now. `clientId` is the id of the existing
 * client whom staff have chosen; null for a new client.
 */
function useServiceChoice(clientId: string | null) {
  const [text, setText] = useState('')
  const [service, setService] = useState<Service | null>(null)
  const [how, setHow] = useState<StartMode>('waits')
  const [chosen, choose] = useState<string | null>(null)
  const isNow = service !== null && how === 'now'
  const mayReadAlerts = useMayUseCharts('alerts.read')
  const startOptions = useStartOptions({ clientId, serviceId: isNow ? service.id : null, chosen })
  return {
    text,
    service,
    how,
    setHow,
    startOptions,
    choose,
    /** Clears the picked service when the name of another one is typed. Picking a service also sets this text. */
    type: (typed: string) => {
      setText(typed)
      setService((before) => (before?.service_name === typed ? before : null))
    },
    pick: (picked: Service) => {
      setText(picked.service_name)
      setService(picked)
      choose(null)
    },
    /** The practitioner to send; undefined for a client who waits. */
    nowWith: isNow && startOptions.startOption ? startBodyOf(startOptions.startOption) : undefined,
    /** True if the visit should start now and no practitioner can start it. */
    cannotStart: isNow && !startOptions.startOption,
    /** True if staff must see the alerts of an existing client before the visit starts. */
    mustShowAlerts: isNow && mayReadAlerts,
  }
}

type ServiceChoice = ReturnType<typeof useServiceChoice>

/** The error of the service field, if there is one. An existing client cannot be added without a service. */
function serviceProblem({ text, service }: ServiceChoice, person: Person | null): string | undefined {
  if (service) return undefined
  return text.trim() !== '' || person ? s.serviceRequired : undefined
}

/** Adds a client to today's queue, or starts their visit at once. */
const useAddWalkIn = () =>
  useAction(
    ({ body }: Input<typeof walkInsContract.add>) =>
      sendWithReason('started', (override) => {
        const now_with = body.now_with && { ...body.now_with, ...(override && { override }) }
        return api(walkInsContract.add, { body: { ...body, ...(now_with && { now_with }) } })
      }),
    {
      done: ({ data }) =>
        data.state === 'waiting'
          ? { title: s.added(data.number), description: s.addedHint(data.name) }
          : { title: s.begun, description: data.name },
      failed: failedToStart(s.failedToAdd),
      reread: walkInReads,
    },
  )

/** Adds an existing client to the queue, or starts their visit and asks whether to overbook if there are conflicts. */
function useEnqueue({ service, nowWith }: ServiceChoice, onDone: () => void) {
  const { busy, run } = useAddWalkIn()
  const overbooking = useAskOverbook()
  const enqueue = async ({ user_id, name }: Pick<Person, 'user_id' | 'name'>, now_with = nowWith): Promise<void> => {
    if (!service) return
    const body = { user_id, service_id: service.id, ...(now_with && { now_with }) }
    const outcome = await run({ body })
    if (outcome.kind === 'done') onDone()
    else if (outcome.kind === 'failed')
      overbooking.ask(name, outcome.error, (overbook) => void enqueue({ user_id, name }, { ...now_with, overbook }))
  }
  return { busy, enqueue, overbookDialog: overbooking.dialog }
}

type NewPersonOptions = {
  /**
   * True if a service was chosen. The toast then names the client's number in the queue, so it appears only after the
   * call that adds the client to the queue.
   */
  isForService: boolean
  onAdded: (person: Person) => void
}

/** The fields of a new client, and the existing clients who may be the same person. */
function useNewPerson({ isForService, onAdded }: NewPersonOptions) {
  const known = useKnownPeople()
  const { form, dialog, busy, submit } = useContractForm(clientsContract.create, {
    values: { name: '', contact_number: '', email: '', unless_similar: true },
    input: (body) => ({ body }),
    judge: ({ name }, found) => (name.trim() === '' ? { name: clientMessages.walkInValidation } : found),
    ...(!isForService && {
      done: ({ data }) => ({ title: clientMessages.walkInAddedPlain, description: data.name }),
    }),
    failed: failedToAddAs(clientMessages.failedToCreateWalkIn),
    reread: clientReads,
    onDone: ({ data }) => onAdded(personOf({ ...data, client_id: data.id })),
    onFailed: known.onFailed,
  })
  return {
    form,
    dialog,
    busy,
    known,
    /** Shows the name of an existing client instead of the typed name. */
    show: ({ name }: Person) => {
      known.clear()
      form.setValue('name', name)
      form.clearErrors()
    },
    /** Drops the duplicate question when the name, e-mail or number changes. */
    change: () => {
      known.clear()
      form.setValue('unless_similar', true)
    },
    addAsNew: () => addAsNew(form, submit),
  }
}

/**
 * The state of the desk's Add Walk-in Client dialog. It creates a client record for a new client, and then adds the
 * client to the queue if a service was chosen. If adding to the queue fails, the form stays open, and submitting it
 * again does not create a second record.
 */
export function useWalkInForm(onClose: () => void) {
  const [person, setPerson] = useState<Person | null>(null)
  const [problem, setProblem] = useState<{ service?: string | undefined }>({})
  const choice = useServiceChoice(person?.client_id ?? null)
  const { enqueue, overbookDialog, busy: isEnqueueing } = useEnqueue(choice, onClose)
  const onAdded = (added: Person) => {
    if (!choice.service) return onClose()
    setPerson(added)
    void enqueue(added)
  }
  const { show, busy, ...newPerson } = useNewPerson({ isForService: choice.service !== null, onAdded })
  const { dialog } = newPerson
  /** Chooses an existing client; submitting the form then creates no second record. */
  const choosePerson = (taken: Person) => {
    show(taken)
    setPerson(taken)
  }
  const onSubmit = (event: BaseSyntheticEvent) => {
    event.preventDefault()
    if (choice.cannotStart || isEnqueueing) return
    const service = serviceProblem(choice, person)
    setProblem({ service })
    if (service !== undefined) return
    if (person) void enqueue(person)
    else dialog.onSubmit(event)
  }
  return {
    ...newPerson,
    choice,
    person,
    choosePerson,
    problem,
    overbookDialog,
    /**
     * Continues with the existing client whom the duplicate question found. A visit that should start now is not
     * started yet, because nobody has seen the client's alerts.
     */
    chooseKnownPerson: (taken: Person) => {
      choosePerson(taken)
      if (choice.service && !choice.mustShowAlerts) void enqueue(taken)
    },
    /** Clears the picked client when another name is typed. */
    clearPersonUnless: (typed: string) => setPerson((before) => (before?.name === typed ? before : null)),
    dialog: { ...dialog, onSubmit, busy: busy || isEnqueueing, disabled: choice.cannotStart },
  }
}

export type WalkInForm = ReturnType<typeof useWalkInForm>
