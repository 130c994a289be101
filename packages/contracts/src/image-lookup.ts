import * as z from 'zod/mini';
import { defineEndpoint, json } from './endpoint.ts';
import { callerErrors } from './errors.ts';
import { lookupWarranty, warrantyStatuses } from './warranty.ts';

/** Of the picture itself; in base64 and with the rest of the request it is a third more. */
export const maxImageBytes = 10 * 1024 * 1024;
const imageBodyLimit = Math.ceil((maxImageBytes * 4) / 3) + 256 * 1024;

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

const text = z.nullable(z.string());

const place = z
  .nullable(z.array(z.object({ x: z.number(), y: z.number() })))
  .check(z.describe('Its corners on the picture, as shares of width and height'));

/** What proves a reading. Without one of them a serial number is never reported at 0.9 or above. */
export const readingProofs = ['barcode', 'express-service-code', 'two-readings'] as const;
export type ReadingProof = (typeof readingProofs)[number];

const suggestion = z.object({
  serialNumber: z.string(),
  manufacturer: text,
  confidence: z.number(),
  reason: z.string().check(z.describe('Why it is not reported as read, as a sentence')),
  place,
});
export type LabelSuggestion = z.output<typeof suggestion>;

const labelReading = z.object({
  serialNumber: text,
  modelNumber: text,
  manufacturer: text,
  partNumber: text,
  barcodeData: text.check(z.describe('The text of the barcode that was used, else of the first one')),
  confidence: z
    .number()
    .check(z.describe('0 to 1; 0.9 and above only where a check proved the serial number')),
  rawText: z.string().check(z.describe('Every line that was read')),
  proof: z.nullable(z.enum(readingProofs)),
  explanation: text.check(
    z.describe('What proved the serial number, or why none is reported, as a sentence'),
  ),
  place,
  suggestions: z
    .array(suggestion)
    .check(z.describe('Readings that nothing proved: to be checked by a person')),
});
export type LabelReading = z.output<typeof labelReading>;

const image = {
  image: z.string().check(z.describe('The file in base64; a data URL is taken as well')),
  filename: z.optional(z.string().check(z.maxLength(255))),
  mimeType: z.optional(z.string().check(z.maxLength(100))),
};

const imageFile = { field: 'image', maxBytes: maxImageBytes, tooLarge: 'image_too_large' } as const;

/** Beside what every caller may meet. */
const imageErrors = ['image_too_large', 'image_type_refused', 'image_refused', 'reader_busy'] as const;

export const extractLabel = defineEndpoint({
  method: 'POST',
  path: '/api/ocr/extract',
  access: 'session-or-bearer',
  summary: 'Read the label on a photo; the photo is not stored',
  body: z.object(image),
  bodyLimit: imageBodyLimit,
  base64File: imageFile,
  reply: json(
    z.object({
      success: z.boolean().check(z.describe('A serial or model number was read')),
      error: z.optional(z.string()),
      data: z.optional(labelReading).check(z.describe('Also without success: text and suggestions')),
    }),
  ),
  errors: [...callerErrors, ...imageErrors],
});

const warrantyInfo = z.object({
  startDate: text.check(z.describe('yyyy-mm-dd')),
  endDate: text.check(z.describe('yyyy-mm-dd')),
  endsAt: text.check(z.describe('The end as an instant; status and days follow from it')),
  status: z.enum(warrantyStatuses),
  serviceLevel: text,
  systemDescription: text,
  provider: text,
  checkedAt: text.check(z.describe('When the vendor gave this answer, as an instant')),
  stale: z.boolean(),
  demo: z.boolean(),
});
export type ImageWarrantyInfo = z.output<typeof warrantyInfo>;

export const lookupLabelWarranty = defineEndpoint({
  method: 'POST',
  path: '/api/ocr/warranty-lookup',
  access: 'session-or-bearer',
  summary:
    'What cover the device on a photo has; with a serial number the photo may be left out and is not read',
  body: z.object({
    ...image,
    image: z.optional(image.image),
    serialNumber: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
    manufacturer: z.optional(z.string().check(z.maxLength(100))),
  }),
  bodyLimit: imageBodyLimit,
  base64File: imageFile,
  reply: json(
    z.object({
      success: z.boolean(),
      lookupId: z.string().check(z.describe('For the logs; nothing is stored under it')),
      manufacturer: text,
      serialNumber: text,
      error: z.optional(z.string()),
      reason: z
        .optional(z.string())
        .check(z.describe('What to try, where the vendor does not know the device')),
      warrantyInfo: z.nullable(warrantyInfo),
      data: z.optional(labelReading).check(z.describe('What was read, where a photo was')),
    }),
  ),
  errors: [...lookupWarranty.errors, ...imageErrors],
});
