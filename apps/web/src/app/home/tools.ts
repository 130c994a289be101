import { CalendarClock, FileSpreadsheet, ImageUp, Search } from 'lucide-react';

export const tools = [
  {
    title: 'Image Lookup',
    text: 'Take a photo of an asset tag to read its serial number and look up the warranty.',
    action: 'Try It',
    to: '/image-lookup',
    icon: ImageUp,
  },
  {
    title: 'Purchase Date Prediction',
    text: 'Estimate when a device was bought, based on what you know about it and similar devices.',
    action: 'Predict',
    to: '/purchase-date-predictor',
    icon: CalendarClock,
  },
  {
    title: 'Individual Lookup',
    text: 'Look up one device by service tag or serial number and see when its warranty ends.',
    action: 'Lookup',
    to: '/individual-lookup',
    icon: Search,
  },
  {
    title: 'Bulk Warranty Lookup',
    text: 'Upload a spreadsheet of devices, add warranty data and download the result.',
    action: 'Upload',
    to: '/bulk-lookup',
    icon: FileSpreadsheet,
  },
];
