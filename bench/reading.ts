import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { employeeMeant, type Reading, type ReadValues } from '@checkwell/reading';
import { type CertificateReader, createCertificateReader } from '../apps/server/src/platform/reader/reader.ts';
import { openRenderingBrowser, QUALITIES, type Quality, type RenderingBrowser } from './reading-pictures.ts';
import { SAMPLE_TODAY, SAMPLES, type Sample } from './reading-samples.ts';

/** Staff with every combination of the samples' first and last names, so that many names are similar. */
const STAFF = SAMPLES.flatMap(({ firstName }) =>
  SAMPLES.map(({ lastName }) => ({
    employeeFirstName: firstName,
    employeeLastName: lastName,
    employeeMatricule: '',
    employeeAddress: '',
    hasNiss: false,
  })),
);

interface Row {
  readonly kind: string;
  documents: number;
  /** Documents with both dates right; the next ones count other fields in the same way. */
  dates: number;
  worker: number;
  doctor: number;
  exit: number;
  wrong: number;
  /** Processor time of each document. */
  readonly seconds: number[];
}

/** `npm run bench -- reading`: how many fields of certificates are read; fails if one is wrong, or if dates are read from handwriting. */
export async function reading(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwell-reading-'));
  const say = (message: string) => process.stderr.write(`${message}\n`);
  const reader = createCertificateReader({
    languageFolder: folder,
    log: { info: say, warn: say, error: say },
    limits: { jobMs: 120_000, answerMs: 120_000 },
  });
  const browser = await openRenderingBrowser();
  try {
    if (!browser.handwriting) say('Without the handwriting font (Debian: fonts-dkg-handwriting) only typed certificates are measured.');
    const rows: Row[] = [
      await measure('PDF with text', reader, async (sample) => ({ bytes: await browser.pdf(sample), mediaType: 'application/pdf' })),
    ];
    for (const handwritten of browser.handwriting ? [false, true] : [false]) {
      for (const quality of Object.keys(QUALITIES) as Quality[]) {
        const kind = `${handwritten ? 'handwritten' : 'typed'}, ${quality}`;
        rows.push(await measure(kind, reader, (sample) => browser.picture(sample, quality, { handwritten })));
      }
    }
    process.stdout.write(table(rows));
    const filledByHand = rows.filter(({ kind }) => kind.startsWith('handwritten')).reduce((sum, { dates }) => sum + dates, 0);
    if (rows.some(({ wrong }) => wrong > 0) || filledByHand > 0) process.exitCode = 1;
  } finally {
    await Promise.all([reader.close(), browser.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  kind: string,
  reader: CertificateReader,
  draw: (sample: Sample) => Promise<{ readonly bytes: Buffer; readonly mediaType: string }>,
): Promise<Row> {
  const row: Row = { kind, documents: 0, dates: 0, worker: 0, doctor: 0, exit: 0, wrong: 0, seconds: [] };
  for (const sample of SAMPLES) {
    const file = await draw(sample);
    // Processor time, because elapsed time depends on other load on the machine.
    const before = process.cpuUsage();
    const read = await reader.read(file, SAMPLE_TODAY);
    const { user, system } = process.cpuUsage(before);
    row.seconds.push((user + system) / 1_000_000);
    row.documents += 1;
    compare(row, sample, read);
  }
  process.stderr.write(`${kind}: done\n`);
  return row;
}

function compare(row: Row, sample: Sample, { fields }: Reading): void {
  const passed = fields.filter(({ gate }) => gate === 'passed');
  const value = (name: keyof ReadValues) => passed.find((field) => field.name === name)?.value;
  const note = (name: 'dates' | 'worker' | 'doctor' | 'exit', proposed: unknown, right: boolean) => {
    if (proposed === undefined) return;
    if (right) row[name] += 1;
    else {
      row.wrong += 1;
      process.stderr.write(`${row.kind}, ${sample.name}: wrong ${name}\n`);
    }
  };
  note('dates', value('startDate'), value('startDate') === sample.startDate && value('endDate') === sample.endDate);
  const names = passed.flatMap((field) => (field.name === 'workerName' ? [field.value] : []));
  const employee = employeeMeant({ names, addresses: [], matricules: [] }, STAFF).employee ?? undefined;
  note('worker', employee, employee?.employeeFirstName === sample.firstName && employee.employeeLastName === sample.lastName);
  note('doctor', value('doctorName'), value('doctorName') === `Dr. ${sample.doctorName}`);
  note('exit', value('authorizedExit'), value('authorizedExit') === sample.authorizedExit);
}

function table(rows: readonly Row[]): string {
  const head = ['certificates', 'both dates', 'worker', 'doctor', 'leave home', 'wrong', 'processor seconds, median', 'maximum'];
  const lines = rows.map(({ kind, documents, dates, worker, doctor, exit, wrong, seconds }) => {
    const sorted = seconds.toSorted((a, b) => a - b);
    const share = (count: number) => `${count}/${documents}`;
    const middle = (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1);
    return [kind, share(dates), share(worker), share(doctor), share(exit), String(wrong), middle, (sorted.at(-1) ?? 0).toFixed(1)];
  });
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return row(head) + row(head.map(() => '---')) + lines.map(row).join('');
}

const FIXTURES = fileURLToPath(new URL('../packages/reading/fixtures/', import.meta.url));

/** `npm run bench -- reading-fixtures`: draws the fixtures of the tests. */
export async function readingFixtures(): Promise<void> {
  mkdirSync(FIXTURES, { recursive: true });
  const browser: RenderingBrowser = await openRenderingBrowser();
  try {
    if (!browser.handwriting) throw new Error('The handwriting font is missing (Debian: fonts-dkg-handwriting).');
    const sample = (name: string) => SAMPLES.find((candidate) => candidate.name === name) as Sample;
    const keep = (name: string, bytes: Buffer) => writeFileSync(join(FIXTURES, name), bytes);
    keep('typed-fr.pdf', await browser.pdf(sample('fr-form')));
    keep('typed-nl.png', await browser.small(sample('nl-form')));
    keep('handwritten-nl.png', await browser.small(sample('nl-form'), { handwritten: true }));
    keep('photo-de.jpg', (await browser.picture(sample('de-software'), 'bad photo')).bytes);
  } finally {
    await browser.close();
  }
}
