-- A person is found by every spelling of the name (docs/names.md): the code writes both texts, by one rule
-- (shared/people/name-search.ts). What was stored before is written anew here, by the rule as it was then.

alter table people alter column name_search drop expression;
alter table people alter column name_search set default '';
drop index people__search;
drop index people__similar_name;
drop index people__by_name;

create function pg_temp.fold(typed text) returns text language sql immutable as $$
  select lower(regexp_replace(normalize(typed, NFD), '[\u0300-\u036f]', '', 'g'))
$$;

create function pg_temp.plain_words(typed text) returns text[] language sql immutable as $$
  select array_remove(regexp_split_to_array(
    regexp_replace(
      regexp_replace(
        pg_temp.fold(typed),
        '(?<=[a-z0-9\u00c0-\u1fff])[''\u2019\u2018\u02bc\u02bb`\u00b4\u2032](?=[a-z0-9\u00c0-\u1fff])', '', 'g'
      ),
      '(?<![a-z0-9])([a-z])\.(?=[a-z](?![a-z0-9]))', '\1', 'g'
    ),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'
  ), '')
$$;

create function pg_temp.words_of(name text) returns text[] language plpgsql immutable as $$
declare
  suffixes constant text[] := '{jr,sr,ii,iii,iv}';
  parts text[] := string_to_array(name, ',');
  family text[] := pg_temp.plain_words(coalesce(parts[1], ''));
  others text[] := pg_temp.plain_words(array_to_string(parts[2:], ' '));
  word text;
  given text[] := '{}';
  behind text[] := '{}';
  found text[] := '{}';
begin
  foreach word in array others loop
    if word = any (suffixes) then behind := behind || word; else given := given || word; end if;
  end loop;
  foreach word in array given || family || behind loop
    found := found || case word when 'ma' then 'maria' when 'sta' then 'santa' when 'sto' then 'santo' else word end;
  end loop;
  return found;
end $$;

create function pg_temp.joined(words text[]) returns text[] language plpgsql immutable as $$
declare
  particles constant text[] := '{da,de,del,dela,delas,delos,di,do,dos,la,las,los,mac,mc,san,santa,santo,van,von}';
  suffixes constant text[] := '{jr,sr,ii,iii,iv}';
  found text[] := '{}';
  before text := '';
begin
  for i in 1 .. cardinality(words) loop
    if words[i] = any (particles) and i < cardinality(words) and words[i + 1] <> all (suffixes) then
      before := before || words[i];
    else
      found := found || (before || words[i]);
      before := '';
    end if;
  end loop;
  return found;
end $$;

create function pg_temp.search_text_of(words text[]) returns text language sql immutable as $$
  select coalesce(string_agg(word, ' ' order by place), '') from (
    select word, min(place) as place
    from unnest(
      words || pg_temp.joined(words)
        || case when 'santa' = any (words) then '{sta}'::text[] else '{}' end
        || case when 'santo' = any (words) then '{sto}'::text[] else '{}' end
    ) with ordinality as found (word, place)
    group by word
  ) once
$$;

update people set
  name_search = array_to_string(pg_temp.joined(pg_temp.words_of(name)), ' '),
  search_text = btrim(regexp_replace(
    pg_temp.fold(concat_ws(' ', pg_temp.search_text_of(pg_temp.words_of(name)), email, contact_number, contact_normalised)),
    '\s+', ' ', 'g'
  ));

create index people__search on people using gin (search_text gin_trgm_ops);
create index people__similar_name on people using gin (name_search gin_trgm_ops) where closed_at is null;
create index people__by_name on people (search_text, id);
