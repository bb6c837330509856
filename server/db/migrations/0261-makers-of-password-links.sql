-- Who has made a password link by hand, so that the link stops when this admin is dismissed. Empty for links that were sent
-- by e-mail, printed on the server, or made by an earlier version.
-- Earlier versions go on: they leave the new column empty, and their files for an import still show examples.
alter table reset_links add column made_by uuid references accounts on delete cascade;

-- The columns of an imported file contained a few of its values, which stayed when the account of a client was closed. Now
-- they contain the numbers of the rows with these values. Only files that are not imported yet still show examples.
update import_batches set columns = (
  select coalesce(jsonb_agg(item || jsonb_build_object('samples', '[]'::jsonb, 'sample_rows', case
    when import_batches.state in ('uploaded', 'checking', 'checked') then (
      select coalesce(jsonb_agg(number order by number), '[]') from (
        select number from import_rows
        where batch_id = import_batches.id and cells ->> (position - 1)::integer <> ''
        order by number limit 3
      ) filled
    )
    else '[]'
  end) order by position), '[]')
  from jsonb_array_elements(import_batches.columns) with ordinality columns_of_file (item, position)
)
where state <> 'reading';
