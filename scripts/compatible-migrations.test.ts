import { describe, expect, it } from 'vitest'
import { compatibleMigrations, incompatibleStatements, pastExceptions } from './structure/compatible-migrations.ts'
import { projectFiles, type SourceFile } from './structure/source-file.ts'

const migration = (text: string, name = '9000-next'): SourceFile => ({ path: `server/db/migrations/${name}.sql`, text })
const found = (text: string) => compatibleMigrations([migration(text)]).map(({ line, sentence }) => [line, sentence])

describe('a migration that may break earlier versions of the app is reported', () => {
  it.each([
    ['alter table clients rename column joined_at to entered_at', 'renames what it reads'],
    ['alter table clients rename to people_of_the_clinic', 'renames what it reads'],
    ['alter view users rename column name to full_name', 'renames what it uses'],
    ['alter table clients drop column joined_at', 'drops a column'],
    ['alter table clients add column a int, drop joined_at', 'drops a column'],
    ['drop table clients', 'drops what it uses'],
    ['drop function delete_chart(uuid)', 'drops what it uses'],
    ['alter table clients alter column services_availed type bigint', 'changes the type of a column'],
    ['alter table clients alter services_availed set data type bigint', 'changes the type of a column'],
    ['alter table sessions alter column device set not null', 'requires a column that its new rows may leave empty'],
    ['alter table sessions alter column device drop not null', 'lets a column be empty that it expects to be filled'],
    ['alter table sessions alter column device drop default', 'takes a default away'],
    ['alter table clients add column nickname text not null', 'adds a required column without a default'],
    ['alter table clients add constraint clients__a check (a > 0)', 'adds a constraint that its rows may violate'],
    ['alter table clients add unique (person_id)', 'adds a constraint that its rows may violate'],
    ['create unique index clients__a on clients (a)', 'adds a unique index that its rows may violate'],
    ['revoke select on clients from mutya_app', 'takes rights away'],
  ])('%s', (statement, what) => {
    expect(found(`-- A comment.\n${statement.toUpperCase()};\n`)).toEqual([[2, expect.stringContaining(what)]])
  })
})

it('a migration that only adds to existing tables, or changes only tables that it creates itself, is accepted', () => {
  const text = `
    -- Some day we drop table clients; and rename column a.
    alter table clients add column nickname text, add column tags text[] not null default '{}';
    alter table clients add column points numeric(10, 2) not null default 0;
    create table pets (id uuid primary key, name text not null, constraint pets__name check (name <> ''));
    alter table pets add constraint pets__short check (length(name) < 100), alter column name drop not null;
    create unique index pets__of_name on pets (name);
    create index clients__nickname on clients (nickname);
    create or replace function feed() returns void language plpgsql as $$ begin drop table if exists food; end $$;
    drop view all_pets;
    create view all_pets as select * from pets;
    comment on table pets is 'we never drop table pets; nor its name';
    alter table clients rename constraint clients__a to clients__b;
    alter index clients__nickname rename to clients__nick;`
  expect(found(text)).toEqual([])
})

it('a migration with a comment about what earlier versions do is accepted, but not if the comment lacks a reason', () => {
  const change = 'alter table clients drop column joined_at;'
  expect(found(`-- Earlier versions stop: they read this column.\n${change}`)).toEqual([])
  expect(found(`-- Earlier versions go on: version 0.2 was the last to read it.\n${change}`)).toEqual([])
  expect(found(`-- Earlier versions stop:\n${change}`)).toHaveLength(1)
})

it('every migration works with the earlier version of the app, and every listed exception is a migration that breaks this rule', () => {
  const files = projectFiles().filter(({ path }) => path.startsWith('server/db/migrations/'))
  expect(compatibleMigrations(files)).toEqual([])
  const reported = files.filter((file) => incompatibleStatements(file).length > 0).map(({ path }) => path)
  for (const name of pastExceptions) expect(reported).toContain(`server/db/migrations/${name}.sql`)
})
