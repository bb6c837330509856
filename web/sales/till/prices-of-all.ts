/**
 * The prices of everything in the order. What joined the order while they were on their way was not asked for, and would
 * count as no longer offered: then they are asked for again. `idsNow` tells what stands in the order at that moment.
 */
export async function pricesOfAll<Prices>(
  idsNow: () => string[],
  read: (ids: string[]) => Promise<Prices>,
): Promise<Prices> {
  const asked = idsNow()
  const prices = await read(asked)
  return idsNow().every((id) => asked.includes(id)) ? prices : pricesOfAll(idsNow, read)
}
