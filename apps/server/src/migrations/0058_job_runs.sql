-- How the jobs that run by themselves ended last, in whichever process: what those who run the product watch.
create table job_runs (
  job text primary key check (job <> ''),
  -- When a process began to run it: the age of a job that never succeeded counts from here.
  "knownSince" timestamptz not null,
  "lastSuccessAt" timestamptz,
  -- How long that one took.
  "lastSeconds" double precision check ("lastSeconds" >= 0),
  "lastFailureAt" timestamptz,
  "failuresInARow" integer not null default 0 check ("failuresInARow" >= 0),
  check (("lastSuccessAt" is null) = ("lastSeconds" is null))
);

alter table job_runs enable row level security;
alter table job_runs force row level security;
create policy system on job_runs using ((select app.is_system()));
grant select, insert, update on job_runs to checkwell_api;
