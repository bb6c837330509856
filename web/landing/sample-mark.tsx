/** Marks content as a sample. */
export const SampleMark = ({ children }: { children: string }) => (
  <span className="inline-flex items-center rounded-full border border-line bg-surface px-3 py-1 text-xs font-bold text-gold-ink">
    {children}
  </span>
)
