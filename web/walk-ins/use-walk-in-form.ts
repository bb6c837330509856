import { useState, type BaseSyntheticEvent } from 'react'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { contactLine } from '#web/clients/contact-line.ts'
import { addAsNew, clientReads, failedToAddAs, useKnownPeople } from '#web/clients/client-form.tsx'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { nowWithOf, useChairs } from './chair-field.tsx'
import { useAddWalkIn, useAskOverbook } from './walk-in-actions.ts'

/** Somebody on file; `line` tells people of the same name apart, where it is known. */
type Person = { user_id: string; name: string; line: string }

export const personOf = (contact: ClientContact): Person => ({ ...contact, line: contactLine(contact) })

type How = 'waits' | 'now'

/** What the person came for, and what happens now. */
function useWish() {
  const [text, setText] = useState('')
  const [service, setService] = useState<Service | null>(null)
  const [how, setHow] = useState<How>('waits')
  const [chosen, choose] = useState<string | null>(null)
  const isNow = service !== null && how === 'now'
  const chairs = useChairs(isNow ? service.id : null, chosen)
  return {
    text,
    service,
    how,
    setHow,
    chairs,
    choose,
    /** Another service, unless it is the very name that was picked: a pick puts it into the box too. */
    type: (typed: string) => {
      setText(typed)
      setService((before) => (before?.service_name === typed ? before : null))
    },
    pick: (picked: Service) => {
      setText(picked.service_name)
      setService(picked)
      choose(null)
    },
    /** What is sent of it; undefined for a person who waits. */
    nowWith: isNow && chairs.chair ? nowWithOf(chairs.chair) : undefined,
    /** Somebody should be taken in, and nobody can. */
    isStuck: isNow && !chairs.chair,
  }
}

type Wish = ReturnType<typeof useWish>

/** Why the service cannot be sent as it is; undefined when it can. Somebody on file is not added without one. */
function serviceProblem({ text, service }: Wish, person: Person | null): string | undefined {
  if (service) return undefined
  return text.trim() !== '' || person ? s.serviceRequired : undefined
}

/** Puts a person on file into the queue; what is taken is asked about. */
function useEnqueue({ service, nowWith }: Wish, onDone: () => void) {
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
  /** Somebody comes for a service: they are told with their number, and not before. */
  isForService: boolean
  onAdded: (person: Person) => void
}

/** The fields of somebody new, and who of those on file they may be. */
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
    /** Somebody on file is taken in place of what was typed. */
    show: ({ name }: Person) => {
      known.forget()
      form.setValue('name', name)
      form.clearErrors()
    },
    /** What identifies the person is typed anew: what was asked about is over. */
    change: () => {
      known.forget()
      form.setValue('unless_similar', true)
    },
    addAsNew: () => addAsNew(form, submit),
  }
}

/**
 * The state of the desk's Add Walk-in Client: somebody new is put on file first, and whoever comes for a service stands in
 * the queue then. What was typed stays until both is done; who is on file by then is not made twice.
 */
export function useWalkInForm(onClose: () => void) {
  const [person, setPerson] = useState<Person | null>(null)
  const [problem, setProblem] = useState<{ service?: string | undefined }>({})
  const wish = useWish()
  const { enqueue, overbookDialog, busy: isEnqueueing } = useEnqueue(wish, onClose)
  const onAdded = (added: Person) => {
    if (!wish.service) return onClose()
    setPerson(added)
    void enqueue(added)
  }
  const { show, busy, ...newPerson } = useNewPerson({ isForService: wish.service !== null, onAdded })
  const { dialog } = newPerson
  /** Somebody on file is not made anew. */
  const take = (taken: Person) => {
    show(taken)
    setPerson(taken)
  }
  const onSubmit = (event: BaseSyntheticEvent) => {
    event.preventDefault()
    if (wish.isStuck || isEnqueueing) return
    const service = serviceProblem(wish, person)
    setProblem({ service })
    if (service !== undefined) return
    if (person) void enqueue(person)
    else dialog.onSubmit(event)
  }
  return {
    ...newPerson,
    wish,
    person,
    take,
    problem,
    overbookDialog,
    /** Takes somebody whom the new person turned out to be, and goes on. */
    takeKnown: (taken: Person) => {
      take(taken)
      if (wish.service) void enqueue(taken)
    },
    /** Somebody else is typed, unless it is the very name that was picked. */
    leavePersonUnless: (typed: string) => setPerson((before) => (before?.name === typed ? before : null)),
    dialog: { ...dialog, onSubmit, busy: busy || isEnqueueing, disabled: wish.isStuck },
  }
}

export type WalkInForm = ReturnType<typeof useWalkInForm>
