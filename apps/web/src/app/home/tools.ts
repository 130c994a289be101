import { CalendarClock, FileSpreadsheet, ImageUp, type LucideIcon, Search } from 'lucide-react';

interface Tool {
  title: string;
  text: string;
  action: string;
  to: string;
  icon: LucideIcon;
}

export const tools: Tool[] = [
  {
    title: 'Image Lookup',
    text: 'Photograph an asset tag. The serial number is read from it and looked up.',
    action: 'Try It',
    to: '/image-lookup',
    icon: ImageUp,
  },
  {
    title: 'Purchase Date Prediction',
    text: 'Estimate when a device was bought, from what is known about it and its neighbours.',
    action: 'Predict',
    to: '/purchase-date-predictor',
    icon: CalendarClock,
  },
  {
    title: 'Individual Lookup',
    text: 'One device by its service tag or serial number: what cover it has and until when.',
    action: 'Lookup',
    to: '/individual-lookup',
    icon: Search,
  },
  {
    title: 'Bulk Warranty Lookup',
    text: 'A whole spreadsheet: upload a CSV, have it enriched, download the result.',
    action: 'Upload',
    to: '/bulk-lookup',
    icon: FileSpreadsheet,
  },
];
