/** Keeps `is_second` only where true: the e-mail belongs to another record, and this one has not confirmed it. */
export const markSecond = <Row extends { is_second: boolean }>({ is_second, ...row }: Row) => ({
  ...row,
  ...(is_second && { is_second }),
})
