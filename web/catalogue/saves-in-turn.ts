type Versioned = { id: string; version: number }

/** What the saves of a row that was seen in version `from` have made of it; null when none has been let through. */
type Saves<Row> = { from: number; newest: Promise<Row | null> }

/**
 * Saves of one row wait for each other. A row that is edited again before its answer came has the version of before: it
 * is sent with the version that the save before it has left. `isNewest` is false while a later save of the row is under way.
 */
export function savesInTurn<Row extends Versioned, Values>(
  update: (row: Row, values: Values) => Promise<{ data: Row }>,
): (row: Row, values: Values) => Promise<{ data: Row; isNewest: boolean }> {
  const saves = new Map<string, Saves<Row>>()
  return async (row, values) => {
    const before = saves.get(row.id)
    const newestBefore = before?.from === row.version ? before.newest : Promise.resolve(null)
    const save = async () => {
      await before?.newest
      const version = (await newestBefore)?.version ?? row.version
      return update({ ...row, version }, values)
    }
    const saving = save()
    const own: Saves<Row> = {
      from: row.version,
      newest: saving.then(
        ({ data }) => data,
        () => newestBefore,
      ),
    }
    saves.set(row.id, own)
    const { data } = await saving
    return { data, isNewest: saves.get(row.id) === own }
  }
}
