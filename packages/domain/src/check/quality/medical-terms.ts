/**
 * Words that an employer should not read in a comment: names of illnesses, treatments, medicines and specialists in the four languages of doctors
 * and employees. An employer may know whether somebody is unfit for work and for how long, not why (domain.md 2.1, fact 9). A hint for the
 * planner who reads the comment, not proof: a doctor can describe an illness without any of these words, and a word can be meant otherwise. So
 * words that have another common meaning ("operation", "break", "cold") are left out. Without accents, lower case.
 */
const TERMS = [
  // The same in several languages.
  'diabetes|hiv|burn-?out|covid(?:-?19)?|corona|migraine|lumbago|hernia|tumor|bronchitis|influenza|epilepsie|chemo|psychiater|ptsd',
  // English
  'diagnos(?:is|ed|tic)|depress(?:ion|ed)|anxiety|cancer|tumour|pregnan(?:t|cy)|flu|fracture|surgery|chemotherapy|antibiotics?|antidepressants?',
  'medications?|medicines?|epilepsy|asthma|pneumonia|gastroenteritis|infection|psychiatr(?:ist|ic)|psychologist|sciatica|tendinitis|sprain',
  // French
  'diagnosti(?:c|que|quee?)|depressi(?:on|ve|f)|tumeur|grossesse|est enceinte|grippe|hernie|chirurgie|chimiotherapie|antibiotiques?',
  'antidepresseurs?|medicaments?|diabete|diabetique|asthme|bronchite|pneumonie|lombalgie|gastro(?:-?enterite)?|psychiatr(?:e|ique)|psychologue',
  'vih|sciatique|tendinite|entorse|anxiete|anxieu(?:x|se)|epileptique|epuisement',
  // Dutch
  'diagnose|depressie(?:f|ve)?|kanker|zwanger(?:schap)?|griep|botbreuk|chirurgie|chemotherapie|antibiotica|antidepressiva|medicatie|medicijn(?:en)?',
  'geneesmiddel(?:en)?|suikerziekte|astma|longontsteking|rug(?:pijn|klachten)|buikgriep|infectie|psycholoog|ischias|peesontsteking|verstuik(?:t|ing)',
  'angststoornis|overspannen|hersenschudding',
  // German
  'depression(?:en)?|depressiv|krebs(?:erkrankung)?|schwanger(?:schaft)?|grippe|migrane|bandscheibenvorfall|knochenbruch|antibiotika|medikament(?:en?)?',
  'lungenentzundung|hexenschuss|ruckenschmerzen|infektion|psychologe|sehnenentzundung|verstauch(?:t|ung)|angststorung|gehirnerschutterung',
].join('|');

/** Whole words only, without a letter or digit before or after: "flu" is not found in "fluent". */
const PATTERN = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${TERMS})(?![\p{L}\p{N}])`, 'gu');

/** Lower case without accents, of the same length, so that matches have the same index as in the text. */
const plain = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => {
      const [base = letter] = letter.normalize('NFD').toLowerCase();
      return base.length === letter.length ? base : letter;
    })
    .join('');

/** Words of the text that may reveal an illness or a treatment, as written there, each once. */
export function medicalTerms(text: string): readonly string[] {
  const composed = text.normalize('NFC');
  const found = [...plain(composed).matchAll(PATTERN)].map(({ 0: { length }, index }) => composed.slice(index, index + length));
  return [...new Set(found)];
}
