-- Names of files hold no invisible character that turns the order of what follows (domain/validation.ts, `line`).
select set_config('app.role', 'system', true);
update documents set "fileName" = regexp_replace("fileName", '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]', '', 'g')
  where "fileName" ~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]';
alter table documents add constraint documents_file_name_direction
  check ("fileName" !~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]');
