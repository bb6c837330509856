import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startChartClinic, type ChartClinic } from '#server/charts/chart-fixture.ts'
import { addSignedCopy } from '#server/forms/signing/signing-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import { addAlertRows } from '#server/test/alert-rows.ts'
import { addPhotoRows } from '#server/test/chart-photo-rows.ts'
import { addToWaitlist, createUser } from '#server/test/factories.ts'
import { addNoteRows } from '#server/test/note-rows.ts'
import { addPlanRow } from '#server/test/plan-rows.ts'
import { salesContract } from '#shared/sales/contract.ts'

/** Adds rows of the kinds of records for which there is no other fixture. */
async function addOtherRows({ server, bianca, ada, reyesId, visitId, catalogue }: ChartClinic): Promise<void> {
  const ids = [newId(), newId(), newId(), newId()]
  const [client, at, branch] = [bianca.clientId, '2026-11-20 10:00:00.123+08', sql`(select id from branches)`]
  const first = await createUser(server.db, 'client')
  const second = await createUser(server.db, 'client')
  const statements = [
    sql`update clients set note = ${'=1+1\nsecond line'} where id = ${client}`,
    // The first client's record refers to one with a later id, as after a merge.
    sql`update clients set merged_into = ${second.clientId} where id = ${first.clientId}`,
    sql`insert into client_merges (id, kept_id, merged_id, merged_at, merged_by, undo_until)
      values (${ids[0]}, ${second.clientId}, ${first.clientId}, ${at}, ${ada.id}, ${at})`,
    sql`insert into client_details (client_id, tags, saved_at, version)
      values (${client}, ${['VIP', 'allergic, see card', '"quoted"', 'null']}, ${at}, 3)`,
    sql`insert into client_cards values (${client}, 'pwd', '0012', 'Bianca Garcia', '1950-01-31', ${at})`,
    sql`insert into client_alert_treatments select id, ${catalogue.treatmentId} from client_alerts`,
    sql`insert into client_service_add_ons select id, ${catalogue.addOnId}, 'LED light', 1 from client_services`,
    sql`insert into consents values (${ids[0]}, ${bianca.id}, 'privacy_notice', '2026-01', ${at})`,
    sql`insert into closure_requests values (${ids[0]}, ${bianca.id}, 'Moved away', 'open', ${at})`,
    sql`insert into news_choices values (${ids[0]}, ${bianca.id}, 'email', true, ${at}, null, 'booking')`,
    sql`insert into disabled_dates values (${ids[0]}, '2026-12-08', 'Fiesta', 'confirmed', ${at}, ${branch})`,
    sql`insert into opened_holidays values ('2026-12-25', ${at}, ${branch})`,
    sql`insert into resource_hours values (${reyesId}, 1, '09:00', '17:00')`,
    sql`insert into resource_exceptions (id, resource_id, date, kind) values (${ids[0]}, ${reyesId}, '2026-12-24', 'leave')`,
    sql`insert into appointment_services values (${visitId}, 2, ${catalogue.otherServiceId}, 15)`,
    sql`insert into overbooked_slots values (${reyesId}, '2026-11-23 09:00+08', ${visitId})`,
    sql`insert into categories values (${ids[0]}, 'Creams', ${at}, 'creams')`,
    sql`insert into products (id, branch_id, category_id, name, quantity, unit_type, created_at, updated_at, search_text,
        price_centavos, cost_centavos, barcode, tax_class, senior_pwd_eligible)
      values (${ids[0]}, ${branch}, ${ids[0]}, '0012 cream', 7, 'pc', ${at}, ${at}, '0012 cream',
        95000, 40000, '036000291452', 'exempt', true)`,
    sql`insert into stock_batches values (${ids[1]}, ${ids[0]}, '0012', '2027-03-01', 7)`,
    // A trigger has recorded the quantity of the new product as a stock movement, which gets a kind, a batch and a
    // visit here.
    sql`update stock_movements set kind = 'receive', batch_id = ${ids[1]}, appointment_id = ${visitId}
      where product_id = ${ids[0]}`,
    sql`insert into service_supplies values (${catalogue.serviceId}, ${ids[0]}, 0.5)`,
    sql`insert into deposit_settings (branch_id, is_on, hold_hours, return_notice_hours, note, version, updated_at)
      values (${branch}, true, 24, 12, 'Bring, "please"', 2, ${at})`,
    sql`insert into deposit_rules values (${catalogue.serviceId}, 'percent', 20)`,
    sql`insert into message_occasions values (${branch}, 'confirmed', 'email', true, 'Hello, "you"', 'See you.', 1, ${at})
      on conflict do nothing`,
    sql`insert into message_settings values (${branch}, 4, 1, ${at}) on conflict do nothing`,
    sql`insert into note_templates values (${branch}, 'own', '{"name": "Own"}', 2, ${at})`,
    sql`insert into note_template_treatments values (${catalogue.treatmentId}, ${branch}, 'own')`,
    sql`insert into website_pictures values (${ids[1]}, ${branch}, 800, 600, '{400,800}', 'data:', ${at})`,
    sql`insert into website_pictures values (${ids[0]}, ${branch}, 80, 60, '{80}', 'data:', ${at}, ${ids[1]}, '{"left": 0}')`,
    sql`insert into website_consents values (${ids[0]}, ${branch}, ${ids[0]}, ${ids[1]}, ${at}, 'Ada')`,
    sql`insert into website_versions values (${ids[0]}, ${branch}, 1, '{"title": "Hi"}', '{look}', ${at}, 'Ada')`,
    sql`insert into form_hand_overs (id, branch_id, client_id, form_version_ids, corrects, correction_reason, started_at, started_by)
      select ${ids[0]}, ${branch}, client_id, array[form_version_id], id, 'Typo', ${at}, ${ada.id} from signed_forms`,
  ]
  for (const statement of statements) await statement.execute(server.db)
}

/** A clinic with a row in each table that an import brings in, and two pictures. */
export async function startFullClinic(): Promise<ChartClinic> {
  const clinic = await startChartClinic()
  const { server, bianca, catalogue, visitId } = clinic
  const { db, uploadsDir } = server
  await addAlertRows(db, bianca, visitId)
  await addNoteRows(db, bianca, visitId)
  await addPhotoRows(db, bianca)
  await addPlanRow(db, bianca, catalogue.serviceId)
  await addSignedCopy(db, bianca)
  await addToWaitlist(db, bianca, catalogue.serviceId)
  const order = orderOf(bianca, [lineMakers(catalogue).peel()], { appointment_id: visitId, is_walk_in: false })
  await clinic.desk(salesContract.checkout, { body: order }, { idempotencyKey: randomUUID() })
  await addOtherRows(clinic)
  for (const folder of ['charts', 'website']) await mkdir(path.join(uploadsDir, folder), { recursive: true })
  await writeFile(path.join(uploadsDir, 'charts', 'face.webp'), 'a face')
  await writeFile(path.join(uploadsDir, 'website', 'door.webp'), 'a door')
  return clinic
}
