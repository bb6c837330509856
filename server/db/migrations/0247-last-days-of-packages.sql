-- A job looks each minute for packages that are about to expire, to tell their clients.
create index sold_packages__expiry on sold_packages (branch_id, expires_on) where expires_on is not null;
