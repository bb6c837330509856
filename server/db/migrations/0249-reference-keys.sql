-- Reference numbers are compared by their letters and digits only: with a dot or an invisible character, the number of a
-- payment was accepted a second time. Keys that would become the key of another payment stay as they are, because their
-- numbers were accepted twice already.
-- Earlier versions go on: they write keys without spaces and hyphens, as before.
create function letters_and_digits(key text) returns text language sql immutable as
  $$ select regexp_replace(key, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ad\u2000-\u206f\ufeff]', '', 'g') $$;

alter table payments disable trigger payments__append_only;
update payments set reference_key = cleaned.key
from (
  select distinct on (method, key, reference_turn) document_id, position, method, reference_turn, key
  from (select *, letters_and_digits(reference_key) as key from payments where reference_key is not null) keyed
  where key <> reference_key and key <> ''
  order by method, key, reference_turn, document_id, position
) cleaned
where payments.document_id = cleaned.document_id and payments.position = cleaned.position
  and not exists (
    select from payments other where other.method = cleaned.method and other.reference_key = cleaned.key
      and other.reference_turn = cleaned.reference_turn
  );
alter table payments enable trigger payments__append_only;

alter table prepaid_sales disable trigger prepaid_sales__append_only;
update prepaid_sales set reference_key = letters_and_digits(reference_key)
where letters_and_digits(reference_key) not in (reference_key, '');
alter table prepaid_sales enable trigger prepaid_sales__append_only;

drop function letters_and_digits(text);
