import type { CheckLocation } from '@checkwell/domain/check/enums';
import type { VisitTap } from '@checkwell/domain/check/times/visit';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { uploadDocument } from '../../../lib/api/documents.ts';
import { graphql } from '../../../lib/api/graphql.ts';
import { invalidate, queryClient } from '../../../lib/api/query.ts';
import {
  CorrectResultDocument,
  type CorrectResultMutationVariables,
  type MissionFieldsFragment,
  RecordAttemptDocument,
  type RecordAttemptMutationVariables,
  RecordResultDocument,
  type RecordResultMutationVariables,
  RecordVisitDocument,
  type RecordVisitMutationVariables,
  TakeBackResultDocument,
  UndoVisitDocument,
} from '../missions.gql.ts';
import { missionQuery } from '../missions.queries.ts';
import type { ResultForm } from '../result-form.ts';

/** A photograph that could not be uploaded yet, as a `data:` address. */
export interface KeptPhoto {
  readonly fileName: string;
  readonly content: string;
}

/** What an action sends, and what was typed, for the doctor to correct. `version`: of the check once every earlier action is carried out. */
export type ActionRequest =
  | { readonly kind: 'recordVisit'; readonly input: RecordVisitMutationVariables['input'] }
  | { readonly kind: 'undoVisit'; readonly tap: VisitTap }
  | {
      readonly kind: 'recordAttempt';
      readonly version: number;
      readonly input: RecordAttemptMutationVariables['input'];
      readonly photo: KeptPhoto | null;
    }
  | {
      readonly kind: 'recordResult';
      readonly version: number;
      readonly input: RecordResultMutationVariables['input'];
      readonly typed: ResultForm;
    }
  | { readonly kind: 'takeBackResult'; readonly version: number }
  | {
      readonly kind: 'correctResult';
      readonly version: number;
      readonly input: CorrectResultMutationVariables['input'];
      readonly typed: ResultForm;
    };

export type AttemptRequest = Extract<ActionRequest, { readonly kind: 'recordAttempt' }>;

/** Name of an action, as the doctor knows it. */
export type ActionName = VisitTap | Exclude<ActionRequest['kind'], 'recordVisit'>;

/** An action of a doctor on a mission, as the outbox keeps it. */
export interface Action {
  /** Position in the order in which actions are sent. */
  readonly seq: number;
  readonly idempotencyKey: string;
  readonly missionId: string;
  readonly companyId: string;
  readonly workerFullName: string;
  /** Where the mission takes place; absent in what an earlier version of the program kept. */
  readonly checkLocation?: CheckLocation;
  readonly name: ActionName;
  /** When the doctor did it, ISO. */
  readonly at: string;
  /** `waiting`: to be sent. `refused`: by the server. */
  readonly state: 'waiting' | 'refused' | 'sent';
  /** Whether an attempt to send it was made, so that the server may have it. */
  readonly tried: boolean;
  /** null once it is sent: what was typed is no longer needed here. Phones keep it under this name. */
  readonly work: ActionRequest | null;
  readonly refusal?: Refusal;
  /** Refused because the mission is no longer the doctor's, after an earlier attempt without an answer, which may have succeeded. */
  readonly isUncertain?: boolean;
  /** When the server answered, ISO. */
  readonly answeredAt?: string;
}

export type Refusal = Pick<ApiError, 'code' | 'params' | 'issues'>;

export const nameOfRequest = (work: ActionRequest): ActionName => (work.kind === 'recordVisit' ? work.input.tap : work.kind);

/** Whether the request makes a new version of the check. */
export const makesVersion = (work: ActionRequest): boolean => 'version' in work;

interface Sending {
  readonly signal: AbortSignal;
  /** Stores the changed request, so that a repeated one is the same. */
  readonly remember: (work: ActionRequest) => Promise<void>;
}

async function fileOf({ content, fileName }: KeptPhoto): Promise<File> {
  const [, type = '', text = ''] = /^data:([^;,]*);base64,(.*)$/.exec(content) ?? [];
  return new File([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], fileName, { type });
}

/** @returns the photograph as the outbox keeps it */
export const photoOf = (file: File): Promise<KeptPhoto> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ fileName: file.name, content: String(reader.result) });
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

async function carryOut(action: Action, work: ActionRequest, { signal, remember }: Sending): Promise<MissionFieldsFragment> {
  const { idempotencyKey, missionId: id, companyId } = action;
  const key = { id, idempotencyKey };
  switch (work.kind) {
    case 'recordVisit':
      return (await graphql(RecordVisitDocument, { ...key, input: work.input }, { signal })).recordVisit;
    case 'undoVisit':
      return (await graphql(UndoVisitDocument, { ...key, tap: work.tap }, { signal })).undoVisit;
    case 'recordAttempt': {
      const { photo, version } = work;
      let { input } = work;
      if (photo !== null) {
        const { id: photoId } = await uploadDocument(companyId, await fileOf(photo), () => undefined, signal);
        input = { ...input, photoId };
        await remember({ ...work, input, photo: null });
      }
      return (await graphql(RecordAttemptDocument, { ...key, version, input }, { signal })).recordAttempt;
    }
    case 'recordResult':
      return (await graphql(RecordResultDocument, { ...key, version: work.version, input: work.input }, { signal })).recordResult;
    case 'takeBackResult':
      return (await graphql(TakeBackResultDocument, { ...key, version: work.version }, { signal })).takeBackResult;
    case 'correctResult':
      return (await graphql(CorrectResultDocument, { ...key, version: work.version, input: work.input }, { signal })).correctResult;
  }
}

/**
 * Sends an action; the screens show the mission as the server has it then.
 * @throws {unknown} as `graphql` and `uploadDocument`
 */
export async function send(action: Action & { readonly work: ActionRequest }, sending: Sending): Promise<void> {
  const check = await carryOut(action, action.work, sending);
  queryClient.setQueryData(missionQuery(check.id).queryKey, { check });
  void invalidate('check');
}
