import { type DatedRule, EMPLOYMENT_CONTRACTS_ACT, EMPLOYMENT_CONTRACTS_ADDRESS } from '../dated.ts';

/**
 * The findings must be given to the worker in writing, as soon as possible; the law sets no exact time, so none is computed. A disagreement of the worker
 * is noted on the same document (domain.md 2.1).
 */
export const WRITTEN_FINDINGS: readonly DatedRule<'asSoonAsPossible'>[] = [
  {
    from: '2002-12-01',
    until: null,
    value: 'asSoonAsPossible',
    source: {
      act: 'employmentContracts',
      law: `${EMPLOYMENT_CONTRACTS_ACT}, as amended by the Act of 13 June 1999 on control medicine`,
      article: 'art. 31, § 4',
      address: EMPLOYMENT_CONTRACTS_ADDRESS,
      commentary: 'https://e2.law/fr/?p=42225',
    },
  },
];

/**
 * The control doctor's declaration of independence, signed for each mission; `copies`: the number of copies. One is attached to the findings for the
 * worker (domain.md 2.1). The decree of 2021 replaced that of 2001.
 */
export const INDEPENDENCE_DECLARATION: readonly DatedRule<{ readonly copies: number }>[] = [
  {
    from: '2002-12-01',
    until: '2021-07-31',
    value: { copies: 2 },
    source: {
      act: 'controlDoctors2001',
      law: 'Royal Decree of 18 July 2001 on control doctors and arbitrating doctors, by the Act of 13 June 1999, art. 3, § 2',
      article: 'art. 2',
      address: 'https://etaamb.openjustice.be/fr/arrete-royal-du-18-juillet-2001_n2001012681.html',
    },
  },
  {
    from: '2021-08-01',
    until: null,
    value: { copies: 2 },
    source: {
      act: 'controlDoctors2021',
      law: 'Royal Decree of 1 June 2021 on the designation of control doctors and arbitrating doctors, by the Act of 13 June 1999, art. 3, § 2',
      article: 'art. 1',
      address: 'https://vlex.be/vid/1er-juin-2021-arrete-869245079',
      commentary: 'https://ordomedic.be/fr/faq/la-m%C3%A9decine-de-contr%C3%B4le-comp%C3%A9tence-de-lordre-des-m%C3%A9decins',
    },
  },
];
