import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CallError } from '#shared/lib/call.ts'
import { closureRequestContract } from '#shared/users/closure-request-contract.ts'
import { closureRequestSentences as s } from '#shared/users/closure-request-sentences.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

type Decision = 'close' | 'decline'

/** State and submit of the decision about a closure request; `onGone` when the account has left the list. */
export function useClosureDecision(user: UserRow, onDecided: () => void, onGone: () => void) {
  const queries = useQueryClient()
  const [decision, setDecision] = useState<Decision>('close')
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const send = async () => {
    setBusy(true)
    try {
      const body = decision === 'close' ? { decision } : { decision, answer }
      const { message } = await api(closureRequestContract.decide, { params: { id: user.id }, body })
      toast.success({ title: message })
    } catch (reason) {
      if (!(reason instanceof CallError)) throw reason
      setError(reason.errors.answer?.join('\n'))
      toast.error({ title: s.notDecided, description: reason.message })
      // An answer can be typed anew; whatever else was refused shows in the list.
      if (reason.errors.answer) return
    } finally {
      setBusy(false)
    }
    onDecided()
    await queries.invalidateQueries({ queryKey: [usersContract.list.url] })
    if (decision === 'close') onGone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (decision === 'decline' && answer.trim() === '') setError(s.answerNeeded)
    else void send()
  }
  return { decision, setDecision, answer, setAnswer, error, busy, submit }
}
