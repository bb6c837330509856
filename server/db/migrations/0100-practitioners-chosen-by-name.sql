-- Whether the practitioner of a visit was asked for by name, or is whoever was free. A visit that is moved keeps a person who
-- was asked for. Nobody noted it before: those visits keep the person whom they have.
alter table appointments add column practitioner_chosen boolean not null default false;
update appointments set practitioner_chosen = true where practitioner_id is not null;
