import { LAW_ACTS, type LawSource } from '@checkwell/domain/law/dated';
import { builder } from './builder.ts';

const LawActType = builder.enumType('LawAct', { values: LAW_ACTS });

/** Where a rule of law is: shown wherever a remark, a term or a next step follows from one. */
export const LawSourceType = builder.objectRef<LawSource>('LawSource').implement({
  description: 'The source of a rule of law, and an address where it is explained in plain words.',
  fields: (t) => ({
    act: t.expose('act', { type: LawActType }),
    law: t.exposeString('law', { description: 'Name of the law and of the acts that amended it, in English.' }),
    article: t.exposeString('article'),
    address: t.exposeString('address'),
  }),
});

/** A value of a sentence: numbers travel as text, days as YYYY-MM-DD. */
export interface SentenceParam {
  readonly name: string;
  readonly value: string;
}

export const SentenceParamType = builder.objectRef<SentenceParam>('SentenceParam').implement({
  description: 'A value that a sentence shows; numbers travel as text, days as YYYY-MM-DD.',
  fields: (t) => ({ name: t.exposeString('name'), value: t.exposeString('value') }),
});

/** The values of a sentence as GraphQL sends them. */
export const sentenceParams = (params: Readonly<Record<string, string | number>>): SentenceParam[] =>
  Object.entries(params).map(([name, value]) => ({ name, value: String(value) }));
