export const dialogBackdrop =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A dialog's buttons: a row on the right; on phones full width with the primary action on top. */
export const dialogFooter =
  'flex shrink-0 flex-col-reverse gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end md:px-7'
