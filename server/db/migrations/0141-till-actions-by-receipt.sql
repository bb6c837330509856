-- The owner's list of till actions is sorted and filtered by the time at which the server received them.
drop index till_actions__acted_at;
create index till_actions__received_at on till_actions (received_at desc, id desc);
