-- The net sales that the owner wants a branch to reach in each month; null without a goal.
alter table branches
  add column monthly_goal_centavos bigint
    constraint branches__monthly_goal check (monthly_goal_centavos > 0);
-- The owner's page counts the messages of the last days that could not be sent.
create index messages__failed on messages (branch_id, created_at) where state = 'failed';
