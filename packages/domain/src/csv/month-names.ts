import type { MonthLanguage } from '@warranty/contracts/date-format';

interface Names {
  /** As written in a date: lower case where the language uses it, and inflected. */
  full: readonly string[];
  /** Abbreviations without a period. */
  short: readonly string[];
  /** Other spellings that are read but never written, by month. */
  other?: Partial<Record<number, readonly string[]>>;
}

const words = (text: string) => text.split(' ');

/** The order decides which language a column has if its names fit several. */
const namesByLanguage: Record<MonthLanguage, Names> = {
  en: {
    full: words('January February March April May June July August September October November December'),
    short: words('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
    other: { 9: ['Sept'] },
  },
  de: {
    full: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    short: words('Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'),
    other: { 1: words('Jänner Jän Jaenner'), 2: ['Feber'], 3: words('Mrz Maerz'), 9: ['Sept'] },
  },
  fr: {
    full: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    short: words('janv févr mars avr mai juin juil août sept oct nov déc'),
    other: { 1: ['jan'], 2: ['fév'], 7: ['juill'] },
  },
  it: {
    full: words(
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    ),
    short: words('gen feb mar apr mag giu lug ago set ott nov dic'),
    other: { 1: ['genn'], 2: ['febbr'], 6: ['giug'], 7: ['lugl'], 9: ['sett'] },
  },
  es: {
    full: words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    short: words('ene feb mar abr may jun jul ago sept oct nov dic'),
    other: { 9: words('setiembre sep set') },
  },
  pt: {
    full: words('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
    short: words('jan fev mar abr mai jun jul ago set out nov dez'),
  },
  nl: {
    full: words('januari februari maart april mei juni juli augustus september oktober november december'),
    short: words('jan feb mrt apr mei jun jul aug sep okt nov dec'),
    other: { 3: ['maa'], 9: ['sept'] },
  },
  pl: {
    full: words(
      'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    ),
    short: words('sty lut mar kwi maj cze lip sie wrz paź lis gru'),
    other: {
      ...{ 1: ['styczeń'], 2: ['luty'], 3: ['marzec'], 4: ['kwiecień'], 6: ['czerwiec'], 7: ['lipiec'] },
      ...{ 8: ['sierpień'], 9: ['wrzesień'], 10: ['październik'], 11: ['listopad'], 12: ['grudzień'] },
    },
  },
};

export interface MonthName {
  /** 1 to 12. */
  month: number;
  /** The languages in which this spelling is a month. */
  languages: readonly MonthLanguage[];
  /** `both` for a name that is not abbreviated, such as May. */
  length: 'full' | 'short' | 'both';
}

/** Many programs write names without accents. */
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

interface Spelling {
  month: number;
  languages: Set<MonthLanguage>;
  isFull: boolean;
  isShort: boolean;
}

function collect(): Map<string, MonthName> {
  const spellings = new Map<string, Spelling>();
  const add = (name: string, month: number, language: MonthLanguage, isFull: boolean, isShort: boolean) => {
    for (const key of new Set([name.toLowerCase(), withoutAccents(name.toLowerCase())])) {
      const known = spellings.get(key) ?? { month, languages: new Set(), isFull: false, isShort: false };
      known.languages.add(language);
      known.isFull ||= isFull;
      known.isShort ||= isShort;
      spellings.set(key, known);
    }
  };
  for (const [language, { full, short, other = {} }] of Object.entries(namesByLanguage)) {
    const own = language as MonthLanguage;
    for (const [index, name] of full.entries()) add(name, index + 1, own, true, false);
    for (const [index, name] of short.entries()) add(name, index + 1, own, false, true);
    for (const [month, names] of Object.entries(other))
      for (const name of names ?? []) add(name, Number(month), own, name.length > 4, name.length <= 4);
  }
  return new Map(
    [...spellings].map(([key, { month, languages, isFull, isShort }]): [string, MonthName] => [
      key,
      { month, languages: [...languages], length: isFull && isShort ? 'both' : isFull ? 'full' : 'short' },
    ]),
  );
}

const byName = collect();

/** Every spelling that is read, in lower case. */
export const monthSpellings: readonly string[] = [...byName.keys()];

/** First letters of all spellings, in both cases, to rule out most texts quickly. */
export const monthInitials: ReadonlySet<number> = new Set(
  monthSpellings.flatMap((name) => [name.charCodeAt(0), name.toUpperCase().charCodeAt(0)]),
);

export const findMonth = (name: string): MonthName | undefined =>
  byName.get(name.toLowerCase()) ?? byName.get(name.toLowerCase().normalize('NFC'));

/** `month` is 1 to 12. */
export function monthName(month: number, length: 'full' | 'short', language: MonthLanguage = 'en'): string {
  return namesByLanguage[language][length][month - 1] ?? '';
}
