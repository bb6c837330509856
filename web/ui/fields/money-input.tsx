import { Field } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { useLayoutEffect, useReducer, useRef, type ChangeEvent, type ComponentProps, type FocusEvent } from 'react'
import { useRequiredProps } from './field.tsx'
import { inputClass, type InputSize } from './input-class.ts'
import { caretIn, finishPesos, groupPesos } from '#web/ui/data/money-text.ts'

type MoneyInputProps = Omit<ComponentProps<'input'>, 'size' | 'type' | 'value' | 'defaultValue' | 'onChange'> & {
  /** The typed text with commas ("1,250.5"); parse it with `parsePesos`. */
  value: string
  onChange: (text: string) => void
  size?: InputSize
}

/** Adding commas moves the caret to the end; this restores it behind the typed digit. */
function useGroupedTyping(onChange: (text: string) => void) {
  const caret = useRef<{ input: HTMLInputElement; at: number } | null>(null)
  // A dropped character leaves the value unchanged; render anyway, to restore the caret.
  const [, draw] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(() => {
    caret.current?.input.setSelectionRange(caret.current.at, caret.current.at)
    caret.current = null
  })
  return ({ target }: ChangeEvent<HTMLInputElement>) => {
    const grouped = groupPesos(target.value)
    caret.current = { input: target, at: caretIn(grouped, target.value, target.selectionStart ?? target.value.length) }
    onChange(grouped)
    draw()
  }
}

/** An amount in pesos: commas are added while typing, the two decimals on blur. */
export function MoneyInput({ value, onChange, onBlur, size, className, ref, ...rest }: MoneyInputProps) {
  const onType = useGroupedTyping(onChange)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const finished = finishPesos(value)
    if (finished !== value) onChange(finished)
    onBlur?.(event)
  }
  return (
    <span className="relative block">
      <span
        className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-ink-2"
        aria-hidden="true"
      >
        ₱
      </span>
      <Field.Control
        {...useRequiredProps()}
        {...rest}
        ref={ref}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={onType}
        onBlur={leave}
        className={inputClass(size, clsx('tnum pl-9 text-right font-semibold', className))}
      />
    </span>
  )
}
