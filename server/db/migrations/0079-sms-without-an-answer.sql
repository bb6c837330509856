-- How many tries of a message ended without an answer: each of them may have arrived. An SMS cannot be known again by an id.
alter table messages add column unanswered smallint not null default 0;
