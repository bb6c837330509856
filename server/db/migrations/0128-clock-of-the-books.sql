-- When the books last accepted the server's clock. A clock that is far from this time is refused, because a receipt or a
-- Z-reading with a wrong date cannot be taken back.
create table book_clocks (
  branch_id uuid primary key references branches,
  accepted_at timestamptz not null
);

insert into book_clocks (branch_id, accepted_at)
  select branch_id, max(sold_at) from documents group by branch_id;
