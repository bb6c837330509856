import type { Resource } from '#shared/resources/contract.ts'
import type { SettingsRow } from './setup-views.ts'

/** The URL of a resource's photo. */
export const photoAddress = (name: string | null) => (name === null ? null : `/api/resource-photos/${name}`)

export const presentResource = (row: SettingsRow): Resource => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  title: row.title,
  colour: row.colour,
  photo: photoAddress(row.photo_path),
  is_active: row.is_active,
  services: row.services,
  week: row.week,
  exceptions: row.exceptions,
  version: row.version,
})
