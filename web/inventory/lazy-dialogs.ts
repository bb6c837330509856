import { lazy } from 'react'
import { keepTrying } from '#web/lib/keep-trying.ts'

// The dialogs are no part of the list's first picture. The page draws them closed, so they come right behind it.

export const ProductDialog = lazy(() =>
  keepTrying(async () => ({ default: (await import('./product-dialog.tsx')).ProductDialog })),
)
export const CategoriesDialog = lazy(() =>
  keepTrying(async () => ({ default: (await import('./categories-dialog.tsx')).CategoriesDialog })),
)
