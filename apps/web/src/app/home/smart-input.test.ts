import { expect, it } from 'vitest';
import { itemsOf } from '../../features/bulk-lookup/list/list-items.ts';
import { destinationOf, destinationOfFiles } from './smart-input.ts';

it('looks up one device on its own page', () => {
  expect(destinationOf('  7XK2P93\n')).toEqual({ to: '/individual-lookup', search: { q: '7XK2P93' } });
  expect(destinationOf('PF3ABCDE\tLenovo')).toEqual({
    to: '/individual-lookup',
    search: { q: 'PF3ABCDE', manufacturer: 'Lenovo' },
  });
});

it.each([
  ['7XK2P93\n5TQ8R14', '7XK2P93\n5TQ8R14'],
  ['7XK2P93, 5TQ8R14', '7XK2P93\n5TQ8R14'],
  [
    'Asset\tSerial Number\tManufacturer\nA-1\t7XK2P93\tDell\nA-2\tPF3ABCDE\tLenovo',
    '7XK2P93, Dell\nPF3ABCDE, Lenovo',
  ],
])('looks up several devices as a list: %j', (text, list) => {
  expect(destinationOf(`\n${text} `)).toEqual({ to: '/bulk-lookup', search: { list } });
  expect(itemsOf(list, '')).toEqual(itemsOf(text, ''));
});

it('says what is missing', () => {
  expect(destinationOf(' \n ')).toEqual({ problem: 'Enter a service tag or serial number.' });
  expect(destinationOf('Serial Number')).toEqual({ problem: 'Serial number is required' });
});

it('says that a list is too long', () => {
  const list = Array.from({ length: 1001 }, (_, at) => `TAG${at}`).join('\n');
  expect(destinationOf(list)).toEqual({ problem: expect.stringContaining('1,001') });
});

const file = (name: string, type = '') => new File(['x'], name, { type });

it.each([
  [file('devices.csv', 'text/csv'), '/bulk-lookup'],
  [file('Devices.XLSX'), '/bulk-lookup'],
  [file('devices.csv', 'application/vnd.ms-excel'), '/bulk-lookup'],
  [file('label.jpg', 'image/jpeg'), '/image-lookup'],
  [file('label.webp', 'image/webp'), '/image-lookup'],
])('opens a file with the right tool: %o', (given, to) => {
  expect(destinationOfFiles([given])).toEqual({ to });
});

it('refuses other files, and several at once', () => {
  expect(destinationOfFiles([file('report.pdf', 'application/pdf')])).toEqual({
    problem: expect.stringContaining('report.pdf is not supported'),
  });
  expect(destinationOfFiles([file('a.csv'), file('b.csv')])).toEqual({ problem: 'Drop one file at a time.' });
  expect(destinationOfFiles([])).toEqual({ problem: 'Drop one file at a time.' });
});
