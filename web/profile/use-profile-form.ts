import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, type FieldPath } from 'react-hook-form'
import { CallError } from '#shared/lib/call.ts'
import { profileContract, type Profile } from '#shared/profile/contract.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { api } from '#web/lib/api.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { checkSession } from '#web/lib/session-store.ts'
import { toast } from '#web/ui/toast.ts'
import { fieldsOf, profileFormSchema, type ProfileChanges, type ProfileFields } from './profile-form.ts'

/** The form of the own profile; `onSaved` when the server has taken it. What it refuses stands at the fields. */
export function useProfileForm(profile: Profile, onSaved: () => void) {
  const queries = useQueryClient()
  const form = useForm<ProfileFields, unknown, ProfileChanges>({
    defaultValues: fieldsOf(profile),
    resolver: zodResolver(profileFormSchema(profile)),
  })
  const refused = (error: CallError) => {
    const fields = Object.entries(error.errors)
    fields.forEach(([field, sentences], index) =>
      form.setError(field as FieldPath<ProfileFields>, { message: sentences.join('\n') }, { shouldFocus: index === 0 }),
    )
    toast.error({ title: s.failedTitle, description: fields.length > 0 ? s.failed : serverWords(error, s.failed) })
  }
  const submit = form.handleSubmit(async (body) => {
    try {
      await api(profileContract.update, { body })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return refused(error)
    }
    onSaved()
    toast.success({ title: s.updatedTitle, description: s.updated })
    // The name stands in the navigation too.
    await Promise.all([queries.invalidateQueries({ queryKey: [profileContract.read.url] }), checkSession()])
  })
  return { form, submit }
}
