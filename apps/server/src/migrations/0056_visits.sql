-- What the doctor says with one tap on the way to a mission and there. They belong to the appointment; a phone without network sends them
-- later, with its own time: "visitReceivedAt" says when such a one came.
alter table checks
  add column "onMyWayAt" timestamptz,
  add column "arrivedAt" timestamptz,
  add column "leftAt" timestamptz,
  add column "visitReceivedAt" timestamptz,
  add constraint checks_visit check (
    (coalesce("onMyWayAt", "arrivedAt", "leftAt") is null or ("doctorId" is not null and "appointmentStart" is not null))
    and ("arrivedAt" is null or "onMyWayAt" is null or "arrivedAt" >= "onMyWayAt")
    and ("leftAt" is null or ("arrivedAt" is not null and "leftAt" >= "arrivedAt"))
    and ("visitReceivedAt" is null or coalesce("onMyWayAt", "arrivedAt", "leftAt") is not null)
  );
