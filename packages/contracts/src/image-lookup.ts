import * as z from 'zod/mini';
import { forLookups } from './access.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { exampleSerial } from './core/example.ts';
import { text } from './core/fields.ts';
import { lookupWarranty, warrantyResult } from './warranty.ts';

export const maxImageBytes = 10 * 1024 * 1024;

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

const place = z
  .nullable(z.array(z.object({ x: z.number(), y: z.number() })))
  .check(z.describe('Its corners in the image, as fractions of width and height'));

/** What confirms a reading. Without one of these, a serial number is never reported with a confidence of 0.9 or above. */
export const readingProofs = ['barcode', 'express-service-code', 'two-readings'] as const;
export type ReadingProof = (typeof readingProofs)[number];

const suggestion = z.object({
  serialNumber: z.string(),
  manufacturer: text,
  confidence: z.number(),
  reason: z.string().check(z.describe('Why it is only a suggestion, as a sentence')),
  place,
});
export type LabelSuggestion = z.output<typeof suggestion>;

export const labelReading = z.object({
  serialNumber: text,
  modelNumber: text,
  manufacturer: text,
  partNumber: text,
  barcodeData: text.check(z.describe('Text of the barcode that was used, or of the first one')),
  confidence: z
    .number()
    .check(z.describe('0 to 1; 0.9 or higher only if a check confirmed the serial number')),
  rawText: z.string().check(z.describe('Every line that was read')),
  proof: z.nullable(z.enum(readingProofs)),
  explanation: text.check(
    z.describe('What confirmed the serial number, or why none is reported, as a sentence'),
  ),
  place,
  suggestions: z.array(suggestion).check(z.describe('Unverified readings for a person to check')),
});
export type LabelReading = z.output<typeof labelReading>;

const image = {
  image: z.string().check(z.describe('The file in base64; a data URL is taken as well')),
  filename: z.optional(z.string().check(z.maxLength(255))),
  mimeType: z.optional(z.string().check(z.maxLength(100))),
};

const imageFile = {
  types: imageTypes,
  field: 'image',
  maxBytes: maxImageBytes,
  tooLarge: 'image_too_large',
} as const;

/** A PNG file of one pixel, to be replaced by a photo. */
const smallestImage =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** In addition to the errors of every caller. */
const imageErrors = ['image_too_large', 'image_type_refused', 'image_refused', 'reader_busy'] as const;

const common = {
  method: 'POST',
  ...forLookups,
  group: 'Image lookup',
  // Photos are only read, and results are cached.
  audit: null,
  file: imageFile,
} as const;

export const extractLabel = defineEndpoint({
  ...common,
  path: '/api/ocr/extract',
  summary: 'Read the label on a photo; the photo is not stored',
  body: z.object(image),
  example: { body: { image: smallestImage, mimeType: 'image/png' } },
  reply: json(
    z.object({
      success: z.boolean().check(z.describe('A serial or model number was read')),
      error: z.optional(z.string()),
      data: z.optional(labelReading).check(z.describe('Present on failure too, with text and suggestions')),
    }),
  ),
  errors: [...callerErrors, ...imageErrors],
});

const { startDate, endDate, endsAt, status, noCoverage, serviceLevel, hardware } = warrantyResult.shape;
const { systemDescription } = hardware.shape;
const warrantyInfo = z.object({
  ...{ startDate, endDate, endsAt, status, noCoverage, serviceLevel, systemDescription },
  provider: text,
  checkedAt: text.check(z.describe('When the vendor returned this result')),
  stale: z.boolean(),
  demo: z.boolean(),
});
export type ImageWarrantyInfo = z.output<typeof warrantyInfo>;

const serialNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const manufacturer = z.string().check(z.maxLength(100));

export const lookupLabelWarranty = defineEndpoint({
  ...common,
  path: '/api/ocr/warranty-lookup',
  summary:
    'Look up the warranty of the device on a photo; if a serial number is given, the photo is optional',
  query: z.object({
    serialNumber: z.optional(serialNumber).check(z.describe('For a photo that is the body itself')),
    manufacturer: z.optional(manufacturer).check(z.describe('For a photo that is the body itself')),
  }),
  body: z.object({
    ...image,
    image: z.optional(image.image),
    serialNumber: z.optional(serialNumber),
    manufacturer: z.optional(manufacturer),
  }),
  example: { body: { serialNumber: exampleSerial, manufacturer: 'Dell' } },
  reply: json(
    z.object({
      success: z.boolean(),
      lookupId: z.string().check(z.describe('Correlation ID for logs; nothing is stored under it')),
      manufacturer: text,
      serialNumber: text,
      error: z.optional(z.string()),
      reason: z.optional(z.string()).check(z.describe('What to try if the vendor does not know the device')),
      warrantyInfo: z.nullable(warrantyInfo),
      data: z.optional(labelReading).check(z.describe('What was read from the photo, if one was sent')),
    }),
  ),
  errors: [...lookupWarranty.errors, ...imageErrors],
});
