/** Error messages that the specification prescribes for this page. */
export const messages = {
  tooLarge: 'File too large. Maximum size is 10MB',
  wrongType: 'Invalid file type. Please upload JPEG, PNG, or WebP images',
  uploadFailed: 'File upload failed. Please try again',
  compressFailed: 'Failed to compress image. Please try again',
  processFailed: 'Failed to process image. Please try again',
  extractFailed: 'Failed to extract asset tag data',
  processing: 'Processing Failed',
  noIdentifiers: 'No Identifiers Found',
  noIdentifiersText: 'Could not find model number or serial number for warranty lookup',
  lookupFailed: 'Warranty Lookup Failed',
  noWarranty: 'No warranty information found',
  noWarrantyForDevice: 'No warranty information found for this device',
} as const;

export const notProcessed = (vendor: string) => `Image lookup does not support ${vendor} devices`;
