import { list } from '../list.ts';

/** Years in which a generation of a family was sold, by `familyKey`; used if there are no device dates. */
export const seriesWindows: Readonly<Record<string, readonly string[]>> = {
  dell: list(`
    optiplex 0|2022|2024~, optiplex 1|2012|2014~, optiplex 2|2013|2015~, optiplex 3|2014|2016~,
    optiplex 4|2016|2018~, optiplex 5|2017|2019~, optiplex 6|2018|2020~, optiplex 7|2019|2021~,
    optiplex 8|2020|2022~, optiplex 9|2021|2023~, optiplex 60|2008|2010~, optiplex 80|2009|2011~,
    optiplex 90|2011|2013~, poweredge 10g|2008|2009, poweredge 11g|2009|2012, poweredge 12g|2012|2014,
    poweredge 13g|2014|2017, poweredge 14g|2017|2021, poweredge 15g|2021|2023, poweredge 16g|2023|2025,
    poweredge 17g|2024|2026
  `),
  hp: [
    ...['elitedesk', 'prodesk', 'eliteone', 'proone'].flatMap((family) => [
      ...[`${family} g1|2013|2015~`, `${family} g2|2014|2016~`, `${family} g3|2016|2018~`],
      ...[`${family} g4|2017|2019~`, `${family} g5|2019|2021~`, `${family} g6|2019|2021~`],
      `${family} g7|2021|2023~`,
    ]),
    ...['proliant gen6|2009|2013~', 'proliant gen7|2010|2014~'],
    ...['proliant gen8|2012|2016~', 'proliant gen9|2014|2018~', 'proliant gen10|2017|2021~'],
  ],
  hpe: list(`
    proliant gen6|2009|2013~, proliant gen7|2010|2014~, proliant gen8|2012|2016~, proliant gen9|2014|2018~,
    proliant gen10|2017|2021~
  `),
};

/** Years of individual models that are missing from the table. */
export const modelWindows: Readonly<Record<string, readonly string[]>> = {
  cisco: list(`
    c9200|2018|2026, c9200l|2018|2026, c8200|2020|2026, c8300|2020|2026, isr4221|2013|2023,
    isr4321|2013|2023, isr4331|2013|2023, isr4351|2013|2023, isr4431|2013|2023, isr4451|2013|2023,
    isr4461|2013|2023
  `),
};
