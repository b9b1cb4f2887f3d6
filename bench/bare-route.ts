import fastify from 'fastify';
import { Pool } from 'pg';

/**
 * Baseline for `npm run bench -- list-load`: lists without permissions, accounts and GraphQL. `node bench/bare-route.ts <database URL of the
 * owner>` serves the first page of each list of one company by two hand-written statements, in a separate process, and prints its address.
 */
const [databaseUrl] = process.argv.slice(2);
const pool = new Pool({ connectionString: databaseUrl, max: 10 });

interface Page {
  readonly rows: string;
  readonly count: string;
}

const CHECK = `c.id, c."companyId", c.version, c.status, c."workerFullName", c."workerExternalId", o.name as "companyName",
  c."incapacityStartDate"::text, c."incapacityEndDate"::text, c."checkTiming", c."checkLocation", c."checkDate"::text, c."doctorFullName",
  s."superiorFullName"`;
const OF_CHECK = `join companies o on o.id = c."companyId"
  left join superiors s on s."companyId" = c."companyId" and s.id = c."superiorId"`;

const PAGES: Readonly<Record<string, Page>> = {
  checks: {
    rows: `select ${CHECK}, c."appointmentStart", c."creationDate" from checks c ${OF_CHECK}
      where c."companyId" = $1 and c.status <> 'Archived' order by c."creationDate" desc, c.id desc limit 51`,
    count: `select count(*)::integer from (select from checks where "companyId" = $1 and status <> 'Archived' limit 1001) c`,
  },
  reports: {
    rows: `select ${CHECK}, c."checkOccurence", c."nonOperableReason", c."commentReview", c."earlyReturn", c."checkTime", c."archivedAt",
      c."newIncapacityEndDate"::text, c."companyTotalPrice" from checks c ${OF_CHECK}
      where c."companyId" = $1 and c.status = 'Archived' and c."checkOccurence" <> 'Deleted'
      order by case when c."examinedFrom" is null then c."archivedAt" else c."examinedFrom" end desc, c.id desc limit 51`,
    count: `select count(*)::integer from (
      select from checks where "companyId" = $1 and status = 'Archived' and "checkOccurence" <> 'Deleted' limit 1001) c`,
  },
  certificates: {
    rows: `select k.id, k."companyId", e."employeeMatricule", e."employeeFirstName", e."employeeLastName", o.name as "employeeCompanyName",
      k."createdAt", k."startDate"::text, k."endDate"::text, k."incapacityReason", k."entryType", k."certifType", k."isCheckRequestLaunched",
      k.source, s.id as "superiorId", s."superiorFullName", s.email, c.id as "checkId", c.status, c."checkOccurence", c."nonOperableReason",
      c."earlyReturn", c."checkDate"::text, c."newIncapacityEndDate"::text
      from certificates k join employees e on e."companyId" = k."companyId" and e.id = k."employeeId" join companies o on o.id = k."companyId"
      left join superiors s on s."companyId" = k."companyId" and s.id = k."superiorId"
      left join lateral (select * from checks c where c."companyId" = k."companyId" and c."certificateId" = k.id limit 1) c
        on k."isCheckRequestLaunched"
      where k."companyId" = $1 order by k."startDate" desc, k.id desc limit 51`,
    count: `select count(*)::integer from (select from certificates where "companyId" = $1 limit 1001) k`,
  },
  employees: {
    rows: `select e.id, e."employeeMatricule", e."employeeFirstName", e."employeeLastName", e."employeeLanguage", e."employeePhoneNumber",
      e.function, e."leftAt"::text, e.version, s.id as "superiorId", s."superiorFullName", s.email
      from employees e left join superiors s on s."companyId" = e."companyId" and s.id = e."superiorId"
      where e."companyId" = $1 and (e."leftAt" is null or e."leftAt" >= current_date) order by e."nameOrder", e.id limit 51`,
    count: `select count(*)::integer from (
      select from employees where "companyId" = $1 and ("leftAt" is null or "leftAt" >= current_date) limit 1001) e`,
  },
};

const app = fastify();
for (const [name, { rows, count }] of Object.entries(PAGES)) {
  app.get<{ Params: { companyId: string } }>(`/${name}/:companyId`, async ({ params }) => {
    const values = [params.companyId];
    const [page, counted] = await Promise.all([
      pool.query({ name: `${name} rows`, text: rows, values }),
      pool.query<{ count: number }>({ name: `${name} count`, text: count, values }),
    ]);
    return { nodes: page.rows.slice(0, 50), hasNextPage: page.rows.length > 50, totalCount: counted.rows[0]?.count };
  });
}
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
