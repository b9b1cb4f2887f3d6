-- An effect that leaves the product is carried out outside of any transaction: who carries it out claims it until then, by the clock of
-- the database. A claim that has run out is anybody's, as its process has ended.
alter table outbox add column "claimedUntil" timestamptz;
