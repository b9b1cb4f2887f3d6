import { randomBytes, randomUUID } from 'node:crypto';
import { dayOf } from '@checkwell/domain/clock';
import { change, schedule, startPlanning } from '../checks.ts';
import { type CheckState, orderFor, step } from '../orders.ts';
import { person } from '../people.ts';
import { signedIn } from '../session.ts';
import { expect } from '../test.ts';

/** Ids of data for the sweep, made by the API once per worker: one check in each situation, a request for access. */
export interface SweepData {
  /** A check that was just ordered. */
  ordered(): Promise<string>;
  /** A check with a question to the employer. */
  withProblem(): Promise<string>;
  /** A check in planning. */
  inPlanning(): Promise<string>;
  /** A check with an appointment with the demo's doctor. */
  planned(): Promise<string>;
  /** A check with comments of HR, a planner and the doctor: new, waiting for the planner, withdrawn. */
  commented(): Promise<string>;
  /** A certificate of the demo with its document, on which a check can be ordered. */
  certificate(): Promise<string>;
  /** A report of the demo with this outcome. */
  report(occurrence: string): Promise<string>;
  /** An open request for access. */
  signUp(): Promise<string>;
  /** A mail that was sent. */
  mail(): Promise<string>;
  /** A client with invoices. */
  company(): Promise<string>;
}

const TODAY = dayOf(new Date());

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export function sweepData(baseURL: string): SweepData {
  const employer = once(() => signedIn(baseURL, person('admin')));
  const planner = once(() => signedIn(baseURL, person('planner')));
  const company = once(async () => {
    const { data } = await (await employer()).ask<{ viewer: { companies: readonly { id: string; name: string }[] } }>(
      '{ viewer { companies { id name } } }',
    );
    return data?.viewer.companies.find(({ name }) => name === 'Brouwerij De Linde')?.id ?? '';
  });
  const order = async (name: string): Promise<CheckState> =>
    orderFor(await employer(), {
      companyId: await company(),
      id: null,
      employeeFirstName: 'Noor',
      employeeLastName: name,
    });
  return {
    ordered: once(async () => (await order('Vandenbossche')).id),
    withProblem: once(async () => {
      const input = { problemReason: 'AddressUnclear', problemOwner: 'employer', problemComment: 'Bus 4?' };
      const reported = change('reportProblem', ', $input: ProblemInput!', ', input: $input');
      return (await step(await planner(), reported, { ...(await order('Verbruggen')), input })).id;
    }),
    inPlanning: once(async () => (await startPlanning(await planner(), await order('Van Nieuwenhuyze'))).id),
    planned: once(async () => {
      const check = await startPlanning(await planner(), await order('Vanderstraeten'));
      return (await schedule(await planner(), check, person('doctor'))).id;
    }),
    commented: once(async () => {
      const check = await startPlanning(await planner(), await order('Vandermeersch'));
      const { id } = await schedule(await planner(), check, person('doctor'));
      const authors = { employer: await employer(), planner: await planner(), doctor: await signedIn(baseURL, person('doctor')) };
      const write = async (author: keyof typeof authors, text: string, audience: string): Promise<string> => {
        const { data } = await authors[author].ask<{ added: { comments: readonly { id: string }[] } }>(
          `mutation ($id: ID!, $input: CommentInput!, $key: String!) {
            added: addCheckComment(checkId: $id, input: $input, idempotencyKey: $key) { comments { id } } }`,
          { id, input: { text, audience }, key: randomUUID() },
        );
        return data?.added.comments.at(-1)?.id ?? '';
      };
      // Texts that belong to no language.
      await write('employer', 'Badge 0471', 'EmployerPlannerDoctor');
      await write('planner', 'Bus 4 B', 'EmployerPlannerDoctor');
      const taken = await write('planner', 'x', 'EmployerPlannerDoctor');
      await (await planner()).ask('mutation ($id: ID!, $taken: ID!) { withdrawCheckComment(checkId: $id, id: $taken) { audiences } }', {
        id,
        taken,
      });
      await write('doctor', 'OK 8:00', 'EmployerPlannerDoctor');
      return id;
    }),
    certificate: once(async () => {
      const { data } = await (await employer()).ask<{ certificates: { nodes: readonly Certificate[] } }>(
        `query ($filter: CertificateFilter) { certificates(filter: $filter, first: 100) { nodes { id relaunchCheckUrl isCheckRequestLaunched document { id } } } }`,
        { filter: { companyId: await company(), entryType: 'MEDICAL_CERTIFICATE', activeOn: TODAY } },
      );
      const found = data?.certificates.nodes.find((one) => one.document && one.relaunchCheckUrl && !one.isCheckRequestLaunched);
      if (!found) throw new Error('The demo has a certificate with a document on which no check was ordered.');
      return found.id;
    }),
    report: async (occurrence) => {
      const { data } = await (await employer()).ask<{ reports: { nodes: readonly { id: string }[] } }>(
        'query ($filter: CheckFilter) { reports(filter: $filter, first: 1) { nodes { id } } }',
        { filter: { companyId: await company(), checkOccurence: [occurrence] } },
      );
      const [report] = data?.reports.nodes ?? [];
      if (!report) throw new Error(`The demo has a report ${occurrence}.`);
      return report.id;
    },
    signUp: once(async () => {
      const lastName = `Lambert-${randomUUID().slice(0, 8)}`;
      const answer = await fetch(`${baseURL}/v1/api/sign-ups`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: baseURL, 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` },
        body: JSON.stringify({
          firstName: 'Inès',
          lastName,
          email: `${lastName}@brouwerij-de-linde.example`,
          phoneNumber: '0470123456',
          companyName: 'Brouwerij De Linde',
          companyNumber: '',
          language: 'fr',
        }),
      });
      if (!answer.ok) throw new Error(`The request for access was refused: ${answer.status}.`);
      const { data } = await (await planner()).ask<{ signUps: { nodes: readonly { id: string }[] } }>(
        'query ($filter: SignUpFilter) { signUps(filter: $filter, first: 1) { nodes { id } } }',
        { filter: { search: lastName } },
      );
      return data?.signUps.nodes[0]?.id ?? '';
    }),
    mail: once(async () => {
      // Each order sends a mail.
      await order('Vermeulen');
      let id: string | undefined;
      await expect
        .poll(async () => {
          const { data } = await (await planner()).ask<{ mails: { nodes: readonly { id: string; state: string; channel: string }[] } }>(
            '{ mails(first: 50) { nodes { id state channel } } }',
          );
          id = data?.mails.nodes.find(({ state, channel }) => state === 'sent' && channel === 'Mail')?.id;
          return id;
        })
        .toBeDefined();
      return id ?? '';
    }),
    company,
  };
}

interface Certificate {
  readonly id: string;
  readonly relaunchCheckUrl: string | null;
  readonly isCheckRequestLaunched: boolean;
  readonly document: object | null;
}
