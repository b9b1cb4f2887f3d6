import * as z from 'zod/mini';
import { EMPLOYEE_DEADLINE_CODES } from '../check/deadlines/deadlines.ts';
import { ARBITRATION_PARTIES, ARBITRATION_RULINGS, CHECK_LOCATIONS, NO_SHOW_EXCUSES } from '../check/enums.ts';
import { CORRECTION_REASONS } from '../check/result/correction.ts';
import { LAW_ACTS } from '../law/dated.ts';
import { WORKER_LANGUAGES } from '../people/enums.ts';
import { SENDING_STATES, SENT_CERTIFICATE_STATES } from './certificate.ts';
import { EMPLOYEE_PAGE_STATES, EMPLOYEE_REPORTS, type EmployeePage, FILE_READERS } from './contract.ts';
import { MOVE_STATES } from './move.ts';
import { CLAIM_PAYMENTS, TRAVEL_CLAIM_STATES, TRAVEL_MEANS } from './travel-claim.ts';

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Schema of `EmployeePage`, for the API documentation and tests. In its own module, so that the page does not load it. */
export const employeePageShape = z.object({
  state: z.enum(EMPLOYEE_PAGE_STATES),
  language: z.enum(WORKER_LANGUAGES),
  companyName: z.string(),
  provider: z.object({ name: z.string(), address: z.string(), phoneNumber: z.string(), email: z.string() }),
  appointment: z.nullable(
    z.object({
      start: z.string(),
      end: z.string(),
      checkLocation: z.enum(CHECK_LOCATIONS),
      doctorFullName: z.string(),
      address: z.string(),
    }),
  ),
  confirmedAt: z.nullable(z.string()),
  move: z.nullable(z.object({ state: z.enum(MOVE_STATES), slots: z.readonly(z.array(z.string())) })),
  reported: z.nullable(z.enum(EMPLOYEE_REPORTS)),
  addressSaidAt: z.nullable(z.string()),
  certificates: z.object({
    sending: z.enum(SENDING_STATES),
    sent: z.readonly(z.array(z.object({ sentAt: z.string(), startDate: day, endDate: day, state: z.enum(SENT_CERTIFICATE_STATES) }))),
  }),
  travel: z.nullable(
    z.object({
      isOpen: z.boolean(),
      suggestedKm: z.nullable(z.number()),
      kmRate: z.nullable(z.object({ from: day, perKm: z.number() })),
      claim: z.nullable(
        z.object({
          version: z.number(),
          state: z.enum(TRAVEL_CLAIM_STATES),
          means: z.enum(TRAVEL_MEANS),
          km: z.nullable(z.number()),
          amountCents: z.number(),
          reason: z.string(),
          payment: z.enum(CLAIM_PAYMENTS),
          ibanEnd: z.nullable(z.string()),
          hasReceipt: z.boolean(),
          receiptInfected: z.boolean(),
          claimedAt: z.string(),
          paidOn: z.nullable(day),
          paidCents: z.nullable(z.number()),
          decisionReason: z.string(),
        }),
      ),
    }),
  ),
  findings: z.nullable(
    z.object({
      examinedOn: day,
      outcome: z.enum(['Confirmed', 'Fit']),
      day,
      disagreeUntil: day,
      disagreeOver: z.boolean(),
      corrected: z.nullable(z.object({ at: z.string(), reason: z.enum(CORRECTION_REASONS) })),
      disagreement: z.nullable(z.object({ at: z.nullable(z.string()) })),
      arbitration: z.nullable(
        z.object({
          askedBy: z.enum(ARBITRATION_PARTIES),
          askedOn: day,
          arbiterName: z.string(),
          ruling: z.nullable(z.object({ for: z.enum(ARBITRATION_RULINGS), on: day })),
        }),
      ),
    }),
  ),
  excuse: z.nullable(z.object({ reason: z.enum(NO_SHOW_EXCUSES), on: day })),
  deadlines: z.readonly(
    z.array(
      z.object({
        code: z.enum(EMPLOYEE_DEADLINE_CODES),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
        lastDay: z.nullable(day),
        isOver: z.boolean(),
        source: z.object({ act: z.enum(LAW_ACTS), article: z.string(), address: z.string() }),
      }),
    ),
  ),
  readers: z.readonly(z.array(z.object({ day, reader: z.enum(FILE_READERS) }))),
}) satisfies z.ZodMiniType<EmployeePage>;
