import { addDays, type CalendarDay } from '../packages/domain/src/clock.ts';

/**
 * Invented certificates as general practitioners write them in Belgium, in four languages and four layouts: a printed form with
 * lines to fill in, a letter, a table, and a print of practice software.
 */
export interface Sample {
  readonly name: string;
  readonly language: 'FR' | 'NL' | 'DE' | 'EN';
  readonly layout: (typeof LAYOUTS)[number];
  readonly firstName: string;
  readonly lastName: string;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly signedOn: CalendarDay;
  /** Name in the stamp, without title. */
  readonly doctorName: string;
  readonly inamiNumber: string;
  readonly authorizedExit: boolean;
}

/** The day on which all samples are read. */
export const SAMPLE_TODAY: CalendarDay = '2026-03-16';

const LAYOUTS = ['form', 'letter', 'table', 'software'] as const;

const PEOPLE = {
  FR: [
    ['Amélie', 'Lefèvre', 'Benoît Charlier'],
    ['Jean-Luc', 'Delvaux', 'Sophie Marchal'],
    ['Fatima', 'El Amrani', 'Pierre Dumortier'],
    ['Quentin', 'Thiry', 'Nathalie Wauters'],
  ],
  NL: [
    ['Sofie', 'Vermeulen', 'Koen Claessens'],
    ['Wout', 'Van den Bossche', 'Liesbeth Goossens'],
    ['Joris', "D'Hooghe", 'Bart Segers'],
    ['Yasmina', 'Bouzid', 'Ann De Smedt'],
  ],
  DE: [
    ['Jürgen', 'Schröder', 'Monika Pauels'],
    ['Anneliese', 'Heinen', 'Rolf Keutgen'],
    ['Markus', 'Niessen', 'Ursula Radermacher'],
    ['Petra', 'Königs', 'Stefan Wintgens'],
  ],
  EN: [
    ['Hannah', 'Whitfield', 'Oliver Bennett'],
    ['Marek', 'Kowalski', 'Grace Holloway'],
    ['Priya', 'Raman', 'Thomas Ashdown'],
    ['Daniel', 'O’Connor', 'Emily Carver'],
  ],
} as const;

const MONTHS = {
  FR: ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'],
  NL: ['januari', 'februari', 'maart', 'april', 'mei', 'juni', 'juli', 'augustus', 'september', 'oktober', 'november', 'december'],
  DE: ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'],
  EN: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
} as const;

export const SAMPLES: readonly Sample[] = (['FR', 'NL', 'DE', 'EN'] as const).flatMap((language, group) =>
  LAYOUTS.map((layout, index): Sample => {
    const number = group * LAYOUTS.length + index;
    const [firstName, lastName, doctorName] = PEOPLE[language][index] as readonly [string, string, string];
    const startDate = addDays(SAMPLE_TODAY, ((number * 5) % 13) - 12);
    const serial = String(100_000 + ((number * 48_271 + 12_345) % 99_991));
    return {
      name: `${language.toLowerCase()}-${layout}`,
      language,
      layout,
      firstName,
      lastName,
      startDate,
      endDate: addDays(startDate, [4, 11, 0, 25, 6, 2][number % 6] as number),
      signedOn: addDays(startDate, startDate < SAMPLE_TODAY ? ([0, 1, -1][number % 3] as number) : 0),
      doctorName,
      inamiNumber: `${serial}${String(97 - (Number(serial) % 97)).padStart(2, '0')}004`,
      authorizedExit: number % 2 === 0,
    };
  }),
);

function dateText(day: CalendarDay, { language, layout }: Sample): string {
  const [year = '', month = '', date = ''] = day.split('-');
  if (layout === 'letter') {
    const word = MONTHS[language][Number(month) - 1];
    return language === 'DE' ? `${Number(date)}. ${word} ${year}` : `${Number(date)} ${word} ${year}`;
  }
  if (layout === 'table') return `${Number(date)}-${Number(month)}-${year.slice(2)}`;
  return language === 'DE' ? `${date}.${month}.${year}` : `${date}/${month}/${year}`;
}

/** Texts of the layouts, by language. */
const WORDS = {
  FR: {
    title: "CERTIFICAT MÉDICAL D'INCAPACITÉ DE TRAVAIL",
    undersigned: 'Je soussigné(e), docteur en médecine, certifie avoir interrogé et examiné :',
    worker: 'Nom et prénom',
    birth: 'Date de naissance',
    unfit: 'et le/la déclare incapable de travailler',
    period: (from: string, to: string) => `du ${from} au ${to} inclus`,
    from: 'Du',
    to: "Jusqu'au",
    cause: 'Cause',
    illness: 'maladie',
    accident: 'accident',
    exit: 'Sorties autorisées',
    yes: 'oui',
    no: 'non',
    signed: (day: string) => `Fait à Namur, le ${day}`,
    signedOn: 'Date du certificat',
    doctor: 'Médecin traitant',
    licence: 'INAMI',
    general: 'Médecine générale',
    street: 'Rue du Moulin 12, 5000 Namur',
    patient: 'Patient',
    letter: (name: string, from: string, to: string) =>
      `Par la présente, je certifie que l'état de santé de Madame/Monsieur ${name} ne lui permet pas de travailler du ${from} au ${to} inclus.`,
    mayLeave: 'Le patient peut quitter son domicile.',
    mayNotLeave: 'Le patient ne peut pas quitter son domicile.',
    greeting: 'Veuillez agréer mes salutations distinguées.',
  },
  NL: {
    title: 'GETUIGSCHRIFT VAN ARBEIDSONGESCHIKTHEID',
    undersigned: 'Ondergetekende, dokter in de geneeskunde, verklaart te hebben ondervraagd en onderzocht:',
    worker: 'Naam en voornaam',
    birth: 'Geboortedatum',
    unfit: 'en verklaart dat betrokkene arbeidsongeschikt is',
    period: (from: string, to: string) => `van ${from} tot en met ${to}`,
    from: 'Van',
    to: 'Tot en met',
    cause: 'Oorzaak',
    illness: 'ziekte',
    accident: 'ongeval',
    exit: 'Verlaten van de woning toegelaten',
    yes: 'ja',
    no: 'nee',
    signed: (day: string) => `Opgemaakt te Gent op ${day}`,
    signedOn: 'Datum attest',
    doctor: 'Behandelend arts',
    licence: 'RIZIV',
    general: 'Huisartsgeneeskunde',
    street: 'Molenstraat 12, 9000 Gent',
    patient: 'Patiënt',
    letter: (name: string, from: string, to: string) =>
      `Hierbij verklaar ik dat de gezondheidstoestand van de heer/mevrouw ${name} het niet toelaat te werken van ${from} tot en met ${to}.`,
    mayLeave: 'De patiënt mag de woning verlaten.',
    mayNotLeave: 'De patiënt mag de woning niet verlaten.',
    greeting: 'Met vriendelijke groeten,',
  },
  DE: {
    title: 'ARBEITSUNFÄHIGKEITSBESCHEINIGUNG',
    undersigned: 'Der unterzeichnete Arzt bescheinigt, folgende Person befragt und untersucht zu haben:',
    worker: 'Name und Vorname',
    birth: 'Geburtsdatum',
    unfit: 'und erklärt sie für arbeitsunfähig',
    period: (from: string, to: string) => `vom ${from} bis einschließlich ${to}`,
    from: 'Vom',
    to: 'Bis einschließlich',
    cause: 'Ursache',
    illness: 'Krankheit',
    accident: 'Unfall',
    exit: 'Ausgang erlaubt',
    yes: 'ja',
    no: 'nein',
    signed: (day: string) => `Ausgestellt in Eupen am ${day}`,
    signedOn: 'Ausgestellt am',
    doctor: 'Behandelnder Arzt',
    licence: 'LIKIV',
    general: 'Allgemeinmedizin',
    street: 'Mühlenweg 12, 4700 Eupen',
    patient: 'Patient',
    letter: (name: string, from: string, to: string) =>
      `Hiermit bescheinige ich, dass Herr/Frau ${name} aus gesundheitlichen Gründen vom ${from} bis einschließlich ${to} arbeitsunfähig ist.`,
    mayLeave: 'Der Patient darf die Wohnung verlassen.',
    mayNotLeave: 'Der Patient darf die Wohnung nicht verlassen.',
    greeting: 'Mit freundlichen Grüßen',
  },
  EN: {
    title: 'CERTIFICATE OF INCAPACITY FOR WORK',
    undersigned: 'I, the undersigned, doctor of medicine, certify that I have questioned and examined:',
    worker: 'Name and first name',
    birth: 'Date of birth',
    unfit: 'and declare the patient unfit for work',
    period: (from: string, to: string) => `from ${from} to ${to} inclusive`,
    from: 'From',
    to: 'Up to and including',
    cause: 'Cause',
    illness: 'illness',
    accident: 'accident',
    exit: 'Allowed to leave home',
    yes: 'yes',
    no: 'no',
    signed: (day: string) => `Done in Brussels on ${day}`,
    signedOn: 'Date of issue',
    doctor: 'Treating doctor',
    licence: 'INAMI/RIZIV',
    general: 'General practice',
    street: 'Mill Street 12, 1000 Brussels',
    patient: 'Patient',
    letter: (name: string, from: string, to: string) =>
      `I hereby certify that Mr/Ms ${name} is unable to work for health reasons from ${from} to ${to} inclusive.`,
    mayLeave: 'The patient may leave home.',
    mayNotLeave: 'The patient may not leave home.',
    greeting: 'Yours faithfully,',
  },
} as const;

/** A value that is filled in by hand in handwritten samples. */
const value = (text: string) => `<span class="v">${text}</span>`;
const box = (ticked: boolean, label: string) => `<span class="box">${ticked ? '☒' : '☐'}</span> ${label}`;
const licence = (digits: string) => `${digits[0]}-${digits.slice(1, 6)}-${digits.slice(6, 8)}-${digits.slice(8)}`;

function stamp(sample: Sample): string {
  const words = WORDS[sample.language];
  return `<div class="stamp">Dr. ${sample.doctorName}<br>${words.general}<br>${words.street}<br>${words.licence} ${licence(sample.inamiNumber)}</div>`;
}

function bodyOf(sample: Sample): string {
  const words = WORDS[sample.language];
  const day = (date: CalendarDay) => value(dateText(date, sample));
  const name = value(`${sample.lastName} ${sample.firstName}`);
  const birth = value(dateText('1984-07-23', sample));
  const period = words.period(day(sample.startDate), day(sample.endDate));
  const exit = `${words.exit} : ${box(sample.authorizedExit, words.yes)} &nbsp; ${box(!sample.authorizedExit, words.no)}`;
  const cause = `${words.cause} : ${box(true, words.illness)} &nbsp; ${box(false, words.accident)}`;
  switch (sample.layout) {
    case 'form':
      return `<h1>${words.title}</h1><p>${words.undersigned}</p><p>${words.worker} : ${name}</p><p>${words.birth} : ${birth}</p>
        <p>${words.unfit} ${period}</p><p>${cause}</p><p>${exit}</p><p>${words.signed(day(sample.signedOn))}</p>${stamp(sample)}`;
    case 'letter':
      return `${stamp(sample)}<p class="right">${words.signed(day(sample.signedOn))}</p><h2>${words.title}</h2>
        <p>${words.letter(value(`${sample.firstName} ${sample.lastName}`), day(sample.startDate), day(sample.endDate))}</p>
        <p>${sample.authorizedExit ? words.mayLeave : words.mayNotLeave}</p><p>${words.greeting}</p><p>Dr. ${sample.doctorName}</p>`;
    case 'table':
      return `<h1>${words.title}</h1><table>${[
        [words.worker, name],
        [words.birth, birth],
        [words.from, day(sample.startDate)],
        [words.to, day(sample.endDate)],
        [words.cause, `${box(true, words.illness)} &nbsp; ${box(false, words.accident)}`],
        [words.exit, `${box(sample.authorizedExit, words.yes)} &nbsp; ${box(!sample.authorizedExit, words.no)}`],
        [words.signedOn, day(sample.signedOn)],
        [words.doctor, `Dr. ${sample.doctorName}`],
        [words.licence, licence(sample.inamiNumber)],
      ]
        .map(([label, content]) => `<tr><td>${label}</td><td>${content}</td></tr>`)
        .join('')}</table>`;
    case 'software':
      return `<div class="columns"><div>Dr. ${sample.doctorName}<br>${words.general}<br>${words.street}<br>Tel. 081 22 33 44<br>${words.licence} : ${licence(
        sample.inamiNumber,
      )}</div><div>${words.patient} : ${name}<br>${words.birth} : ${birth}</div></div>
        <h2>${words.title}</h2><p>${words.undersigned.replace(/ ?:$/, '')} ${name} ${words.unfit} ${period}.</p><p>${cause}</p><p>${exit}</p>
        <p>${words.signedOn} : ${day(sample.signedOn)}</p>`;
  }
}

/** Usual fonts of certificates, with fallbacks. */
const FONTS = [
  "'Liberation Sans', Arial, sans-serif",
  "'Liberation Serif', 'Times New Roman', serif",
  "'DejaVu Sans', Verdana, sans-serif",
];
export const HANDWRITING_FONT = 'DkgHandwriting';
/** Sizes of handwriting in pixels; the smallest is that of the print. */
const HANDWRITING_SIZES = [24, 17, 28, 20, 22];

/** The page, A4 at 96 dots per inch. @param handwritten whether values are set in a handwriting font */
export function sampleHtml(sample: Sample, handwritten = false): string {
  const font = FONTS[Math.max(0, SAMPLES.indexOf(sample)) % FONTS.length];
  return `<!doctype html><html lang="${sample.language.toLowerCase()}"><meta charset="utf-8"><style>
    @page { size: A4; margin: 0 }
    body { margin: 0; padding: 70px 80px; width: 634px; font: 17px/1.75 ${font}; color: #111; background: #fff }
    h1 { font-size: 22px; text-align: center } h2 { font-size: 19px }
    .stamp { margin: 28px 0 20px auto; width: 260px; font-size: 14px; line-height: 1.5 }
    .right { text-align: right } .columns { display: flex; justify-content: space-between; font-size: 14px; line-height: 1.5 }
    .box { font-family: 'DejaVu Sans', sans-serif }
    table { width: 100%; border-collapse: collapse } td { border: 1px solid #777; padding: 6px 10px }
    ${handwritten ? `.v { font-family: '${HANDWRITING_FONT}'; font-size: ${HANDWRITING_SIZES[SAMPLES.indexOf(sample) % HANDWRITING_SIZES.length]}px; color: #1b2a6b; border-bottom: 1px dotted #888 }` : ''}
  </style><body>${bodyOf(sample)}</body></html>`;
}
