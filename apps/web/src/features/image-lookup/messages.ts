/** Error messages of this page. All but the last two are prescribed by the specification. */
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
  notSent: 'There is no connection to the server. Try again when it is back.',
  savedForLater:
    'There is no connection to the server. The lookup is saved in this browser, and you can send it when the connection is back.',
} as const;

export const notProcessed = (vendor: string) => `Image lookup does not support ${vendor} devices`;
