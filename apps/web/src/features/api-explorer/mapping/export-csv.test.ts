import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { writeExportCsv } from '@warranty/domain/json-mapping/export';
import { mapRows } from '@warranty/domain/json-mapping/rows';
import { describe, expect, it } from 'vitest';
import { exportCsv } from './export-csv.ts';

const mappings: JsonMapping[] = [
  { sourcePath: 'id', alias: 'Id', mode: 'value' },
  { sourcePath: 'text', alias: 'Text', mode: 'value' },
  { sourcePath: 'list[*]', alias: 'Item', mode: 'explode' },
];
const data = Array.from({ length: 30_000 }, (_, id) => ({ id, text: `=${id}`, list: ['a', 'b'] }));
const options = (signal = new AbortController().signal) => ({ raw: false, signal });

async function textOf(parts: Blob[]): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Blob(parts).arrayBuffer());
}

async function exportFile(rows: object[], given: ReturnType<typeof options>) {
  const exported = await exportCsv(rows, mappings, given);
  if (exported?.issues !== null) throw new Error('refused');
  return exported;
}

describe('exportCsv', () => {
  it('writes the same file in slices as in one pass', async () => {
    const exported = await exportFile(data, options());
    const whole = writeExportCsv(mapRows(data, mappings).rows);
    expect((await textOf(exported.parts)) === whole.csv).toBe(true);
    expect(exported.parts.length).toBeGreaterThan(1);
    expect(exported).toMatchObject({ rows: 60_000, columns: 3, guardedCells: 60_000 });
  });

  it('yields to other tasks', async () => {
    let slices = 0;
    const timer = setInterval(() => {
      slices += 1;
    }, 1);
    await exportCsv(data, mappings, options());
    clearInterval(timer);
    expect(slices).toBeGreaterThan(2);
  });

  it('leaves formulas unchanged in raw mode', async () => {
    const exported = await exportFile(data.slice(0, 1), { ...options(), raw: true });
    expect(exported.guardedCells).toBe(0);
    expect(await textOf(exported.parts)).toBe('\uFEFFId,Item,Text\r\n0,a,=0\r\n0,b,=0\r\n');
  });

  it('reports why there is no file', async () => {
    expect(await exportCsv([], mappings, options())).toEqual({ issues: ['No data rows found'] });
  });

  it('stops when it is aborted', async () => {
    const aborting = new AbortController();
    const running = exportCsv(data, mappings, options(aborting.signal));
    aborting.abort();
    expect(await running).toBeNull();
  });
});
