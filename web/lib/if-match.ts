/** The header that names the version of a row which was seen: a change of a newer one is then refused. */
export const ifMatch = ({ version }: { version: number }) => ({ headers: { 'if-match': String(version) } })
