-- What a doctor writes on a report passes a planner before the employer reads it (domain.md 4.2, step 9). The comment itself stays
-- as its author wrote it; what the planner releases stands beside it. Comments of before this gate stay as they were: read.
create type comment_review as enum ('NotNeeded', 'Waiting', 'Released', 'Withheld');
alter table checks
  add column "commentReview" comment_review not null default 'NotNeeded',
  add column "releasedComment" text,
  add constraint checks_comment_review check (
    ("commentReview" = 'Released') = ("releasedComment" is not null)
    and ("commentReview" = 'NotNeeded' or (status = 'Archived' and "archiveComment" <> '')));
