import { createContext, use } from 'react'

/** What a `Field` tells its control besides what the component library carries. */
export const FieldContext = createContext<{ required: boolean }>({ required: false })

/** `aria-required` for the control of a required field; no native bubble appears. */
export function useRequiredProps(): { 'aria-required'?: true } {
  return use(FieldContext).required ? { 'aria-required': true } : {}
}
