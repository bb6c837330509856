import type { BaseSyntheticEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useColleagueQuestion } from '#web/cash/use-colleague-question.ts'

/**
 * Returns the submit handler of a form that sells or voids a gift card or package. Every such sale or void is counted in
 * the open shift of this device or of the chosen terminal, also if no cash is paid. If a colleague opened this shift,
 * the handler sends a complete form only after the person has confirmed that they work in the colleague's shift.
 */
export function useShiftQuestion<Values extends { terminal_id: string | null }>(
  form: UseFormReturn<Values>,
  submit: () => Promise<unknown>,
): (event: BaseSyntheticEvent) => void {
  const askColleague = useColleagueQuestion()
  const check = async () => {
    // Submitting an incomplete form shows what is missing, so the question would come too early.
    if (await form.trigger()) askColleague(() => void submit(), form.getValues().terminal_id)
    else await submit()
  }
  return (event) => {
    event.preventDefault()
    // In React's tree the dialog is inside the form that opened it, so without this call the form would be submitted
    // too.
    event.stopPropagation()
    void check()
  }
}
