type HeadProps = { id: string; title: string; lead?: string }

/** The heading of a section of the landing page, with an optional introduction below it. */
export const SectionHead = ({ id, title, lead }: HeadProps) => (
  <div className="mb-10">
    <h2 id={`${id}-title`} className="display text-h2 wrap-break-word">
      {title}
    </h2>
    {lead && <p className="mt-3 max-w-lg whitespace-pre-line text-ink-2">{lead}</p>}
  </div>
)

/** Classes for the vertical space of a section. */
export const section = 'py-16 lg:py-24'
/** Classes for the content of a section, which is as wide as the page allows. */
export const inner = 'mx-auto max-w-public px-5 md:px-8'
