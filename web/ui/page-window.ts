/** Up to five page numbers around the present one, as many as there are: 7 of 20 → 5 6 7 8 9. */
export function pageWindow(page: number, pageCount: number, size = 5): number[] {
  const length = Math.min(size, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pageCount - length + 1))
  return Array.from({ length }, (_, index) => first + index)
}
