import { measureShape, SHAPE } from '../apps/server/src/seed/shape.ts';
import { runAs } from '../apps/server/src/test/sql.ts';
import { startServer } from '../e2e/support/server.ts';

/** `npm run bench -- demo`: compares the figures of a new demo with those of domain.md 3.2. */
export async function demo(): Promise<void> {
  const server = await startServer();
  try {
    const query = (sql: string) => runAs<Record<string, unknown>>(server.databaseUrl, sql);
    const [counts] = await query(`select (select count(*) from companies) as companies, (select count(*) from doctors) as doctors,
      (select count(*) from employees) as employees, (select count(*) from certificates) as certificates, (select count(*) from checks) as checks`);
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    let title = '';
    for (const figure of await measureShape(query)) {
      if (figure.title !== title) {
        title = figure.title;
        const differs = SHAPE.find((aspect) => aspect.title === title)?.differs;
        process.stdout.write(`\n${title} (${figure.unit === 'share' ? '%' : figure.unit})${differs ? `: ${differs}` : ''}\n`);
      }
      process.stdout.write(`  ${figure.name.padEnd(28)}${figure.measured.toFixed(1).padStart(6)}  wanted ${figure.wanted}\n`);
    }
  } finally {
    await server.stop();
  }
}
