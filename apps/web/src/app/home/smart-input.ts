import { workbookType } from '@warranty/contracts/bulk-lookup';
import { imageTypes } from '@warranty/contracts/image-lookup';
import { itemsOf, listProblem } from '../../features/bulk-lookup/list/list-items.ts';
import type { ListItems } from '../../features/bulk-lookup/list/pasted-devices.ts';

/** Where the input of the box on Home is looked up, or why it cannot be. */
type Destination =
  | { to: '/individual-lookup'; search: { q: string; manufacturer?: string } }
  | { to: '/bulk-lookup'; search: { list: string } }
  | { problem: string };

/** One device opens the individual lookup, several open the list. Both start at once. */
export function destinationOf(text: string): Destination {
  const problem = listProblem(text);
  if (problem) return { problem: text.trim() === '' ? 'Enter a service tag or serial number.' : problem };
  const items = itemsOf(text, '');
  const [first] = items;
  if (first && items.length === 1) {
    const { serialNumber, manufacturer } = first;
    return {
      to: '/individual-lookup',
      search: { q: serialNumber, ...(manufacturer && { manufacturer }) },
    };
  }
  return { to: '/bulk-lookup', search: { list: items.map(lineOf).join('\n') } };
}

/** Without other columns of a spreadsheet, which would make the URL too long. */
function lineOf({ serialNumber, manufacturer }: ListItems[number]): string {
  return manufacturer ? `${serialNumber}, ${manufacturer}` : serialNumber;
}

type FileDestination = { to: '/bulk-lookup' | '/image-lookup' } | { problem: string };

const tableTypes = ['text/csv', 'application/vnd.ms-excel', workbookType];
const tableName = /\.(csv|xlsx)$/i;

/** A photo is read, a table is opened. */
export function destinationOfFiles(files: readonly File[]): FileDestination {
  const [file, ...others] = files;
  if (!file || others.length > 0) return { problem: 'Drop one file at a time.' };
  if ((imageTypes as readonly string[]).includes(file.type)) return { to: '/image-lookup' };
  if (tableName.test(file.name) || tableTypes.includes(file.type)) return { to: '/bulk-lookup' };
  return {
    problem: `${file.name} is not supported. Use a .csv or .xlsx file, or a JPEG, PNG or WebP photo.`,
  };
}
