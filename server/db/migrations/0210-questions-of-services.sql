-- Questions that a clinic asks when a service is booked online, such as "Are you pregnant?".
alter table services add column questions text[] not null default '{}'
  constraint services__at_most_five_questions check (cardinality(questions) <= 5);
-- What the client wrote while booking: answers to these questions, and a note.
alter table appointments add column client_note text;
