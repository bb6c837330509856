import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useRef, type FormEventHandler, type ReactNode, type RefObject } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { dialogBackdrop, dialogFooter } from './overlay-class.ts'
import { Refusal, useDialogRefusal } from './refusals.tsx'
import type { ToastMessage } from './toast.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ScrollBox } from '#web/ui/data/scroll-box.tsx'

export type DialogProps = DialogFrameProps & {
  open: boolean
  /** Called for Escape, backdrop and close button; must set `open` to false. */
  onClose: () => void
  /** The dialog's maximum width: sm 28rem, md 36rem, lg 44rem, xl 60rem. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Full height from the start, for content that loads later, so that no button moves during a press. */
  tall?: boolean
  /** `right` is a panel at the right edge (at the bottom on phones); callers use the component `Sheet` for it. */
  side?: 'center' | 'right'
  /** The element focused on opening; by default the form's first field or the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element focused on closing; `true` for the element that had the focus before. */
  finalFocus?: () => HTMLElement | true
}

const widths = { sm: 'md:max-w-[28rem]', md: 'md:max-w-[36rem]', lg: 'md:max-w-[44rem]', xl: 'md:max-w-[60rem]' }

const center =
  'max-h-[94dvh] rounded-t-panel data-ending-style:translate-y-6 data-starting-style:translate-y-6 md:max-h-[88dvh] md:rounded-panel'
const tallest = 'h-[94dvh] md:h-[88dvh]'
const right =
  'max-h-[94dvh] rounded-t-panel max-md:data-ending-style:translate-y-6 max-md:data-starting-style:translate-y-6 md:h-dvh md:max-h-dvh md:rounded-none md:rounded-l-panel md:data-ending-style:translate-x-6 md:data-starting-style:translate-x-6'

/** True for events inside a question that is open over the dialog. */
const isForQuestion = ({ target }: Event) => target instanceof Element && target.closest('[role=alertdialog]') !== null

/**
 * True for an option, radio button, checkbox or switch of the component library, which fires no `input` or `change`
 * event.
 */
const isChoice = (target: EventTarget) =>
  target instanceof Element && target.closest('[role=option], [role=radio], [role=checkbox], [role=switch]') !== null

const FIELDS = 'input:not([type=hidden], [aria-hidden=true]), textarea, select, [role=combobox], [role=radio]'

/** The first editable field of a dialog's form. */
const firstField = (form: HTMLFormElement | null) =>
  [...(form?.querySelectorAll<HTMLElement>(FIELDS) ?? [])].find(
    (field) => !field.matches(':disabled, [aria-disabled=true], [tabindex="-1"]'),
  )

/** A modal dialog: a bottom sheet on phones, centred otherwise. Restores the focus. */
export function Dialog(props: DialogProps) {
  const { open, onClose, size = 'md', side = 'center', tall = false, dismissible = true, ...rest } = props
  const form = useRef<HTMLFormElement>(null)
  const { refusal, clear, wrap } = useDialogRefusal(open)
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (next) return
        if (dismissible && !isForQuestion(details.event)) onClose()
        else details.cancel()
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={dialogBackdrop} />
        <BaseDialog.Viewport
          className={clsx(
            'fixed inset-0 z-40 flex items-end',
            side === 'right' ? 'justify-end' : 'justify-center md:items-center',
          )}
        >
          <BaseDialog.Popup
            // After a touch no field is focused, because the on-screen keyboard would cover the dialog.
            initialFocus={rest.initialFocus ?? ((by) => (by === 'touch' ? true : (firstField(form.current) ?? true)))}
            finalFocus={rest.finalFocus}
            data-side={side}
            // Any input changes what the next attempt sends, so the message about the last refused attempt is removed.
            onInput={clear}
            onChange={clear}
            onClickCapture={({ target }) => isChoice(target) && clear?.()}
            className={clsx(
              'flex w-full flex-col bg-surface text-ink shadow-3 outline-none',
              'transition-[opacity,translate] duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
              widths[size],
              side === 'right' ? right : center,
              tall && tallest,
            )}
          >
            {wrap(<DialogFrame {...rest} form={form} dismissible={dismissible} refusal={refusal} />)}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

type DialogFrameProps = {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The buttons, primary action last. They stay visible while the body scrolls. */
  footer?: ReactNode
  /** Makes body and footer one form (`noValidate`), so that Enter submits it. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /**
   * False: neither Escape nor the backdrop closes the dialog, only the caller's buttons (a running payment, an
   * unprinted receipt).
   */
  dismissible?: boolean
}

type FrameProps = DialogFrameProps & {
  form: RefObject<HTMLFormElement | null>
  /** The message that says why the last attempt was refused. */
  refusal: ToastMessage | null
}

/** A dialog's header, scrolling body and fixed footer. */
function DialogFrame({ title, description, children, footer, onSubmit, dismissible, form, refusal }: FrameProps) {
  const content = (
    <>
      <ScrollBox className="min-h-0 flex-1 px-5 pt-1 pb-6 md:px-7">{children}</ScrollBox>
      {refusal && <Refusal {...refusal} />}
      {footer && <div className={dialogFooter}>{footer}</div>}
    </>
  )
  return (
    <>
      <div className="flex shrink-0 items-start gap-4 px-5 pt-5 pb-4 md:px-7 md:pt-6">
        <div className="min-w-0 flex-1 pt-1.5">
          <BaseDialog.Title className="text-xl font-bold wrap-anywhere">{title}</BaseDialog.Title>
          {description && (
            <BaseDialog.Description render={<div />} className="mt-0.5 text-ctl text-ink-2 wrap-anywhere">
              {description}
            </BaseDialog.Description>
          )}
        </div>
        {dismissible && (
          <BaseDialog.Close
            render={
              <IconButton
                data-keep-clear
                label={uiMessages.close}
                icon={<X size={20} />}
                variant="secondary"
                className="-mr-1"
              />
            }
          />
        )}
      </div>
      {onSubmit ? (
        <form
          ref={form}
          noValidate
          // React bubbles submit events of nested dialogs, which must not submit this form.
          onSubmit={(event) => event.target === event.currentTarget && onSubmit(event)}
          className="flex min-h-0 flex-1 flex-col"
        >
          {content}
        </form>
      ) : (
        content
      )}
    </>
  )
}

/** A panel at the right edge (at the bottom on phones): settings, or the order on a tablet. Same props as `Dialog`. */
export function Sheet(props: Omit<DialogProps, 'side'>) {
  return <Dialog size="sm" {...props} side="right" />
}
