import type { ComponentProps } from 'react';
import { Dropzone } from './Dropzone.tsx';

/** Windows reports the second type for CSV files if Excel is installed. Only the type is known during a drag. */
const fileTypes = {
  'text/csv': ['.csv'],
  'application/vnd.ms-excel': ['.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

/** For one CSV file or workbook. */
export function SpreadsheetDrop({
  rejectionMessages,
  ...rest
}: Omit<ComponentProps<typeof Dropzone>, 'accept'>) {
  const messages = { count: 'Drop one file at a time.', ...rejectionMessages };
  return <Dropzone {...rest} accept={fileTypes} rejectionMessages={messages} />;
}
