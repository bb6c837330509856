-- Active clients are counted by the dates of their last visits, less the closed records among them. Without these indexes
-- the count read all clients, and all sales and visits of a year.
create index clients__last_visit on clients (last_visit) where last_visit is not null;
create index people__closed on people (id) where closed_at is not null;
