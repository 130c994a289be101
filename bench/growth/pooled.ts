import { makeFolder } from '../../harness/folder.ts';
import { startPooler } from '../../harness/pooler.ts';
import { makeFleet } from '../lookup/fleet.ts';
import { loadLookups } from '../lookup/lookup.ts';
import { median, type Outcome, printTable } from '../measurement.ts';
import { startInstallation } from './installation.ts';

const rounds = 5;
const seconds = 4;

/** Cached lookups of one api on the database itself and of another through PgBouncer, in turns. */
export async function measurePooled(): Promise<Outcome> {
  const installation = await startInstallation();
  const pooler = await startPooler(installation.databaseUrl, { size: 10 });
  const folder = await makeFolder('fleet');
  try {
    const [direct, pooled] = [await installation.startApi(), await installation.startApi(pooler.url)];
    const fleet = await makeFleet(direct.url, folder.path);
    const subjects = [
      { name: 'direct', url: direct.url, rates: [] as number[] },
      { name: 'pooled', url: pooled.url, rates: [] as number[] },
    ];
    for (const { url } of subjects) await loadLookups(url, fleet, { seconds: 2 * seconds });
    for (let round = 0; round < rounds; round += 1)
      for (const { url, rates } of subjects)
        rates.push((await loadLookups(url, fleet, { seconds })).perSecond);
    printTable(
      ['connection', 'lookups/s', 'of each round'],
      subjects.map(({ name, rates }) => [name, Math.round(median(rates)), rates.map(Math.round).join(' ')]),
    );
    const [first = Number.NaN, second = Number.NaN] = subjects.map(({ rates }) => median(rates));
    return {
      figures: {
        direct: Math.round(first),
        pooled: Math.round(second),
        ratio: (second / first).toFixed(2),
      },
      passed: true,
    };
  } finally {
    await installation.stop();
    await pooler.stop();
    await folder.remove();
  }
}
