import type { LabelReading } from '@warranty/contracts/image-lookup';

/**
 * When a live picture's reading may be believed: at once where the express service code proves it, else when two frames
 * say the same. A frame without a reading changes nothing; another serial number starts again.
 */
export function createAgreement(): (reading: LabelReading | null) => boolean {
  let last: string | null = null;
  return (reading) => {
    if (!reading?.serialNumber) return false;
    if (reading.proof === 'express-service-code') return true;
    const agreed = last === reading.serialNumber;
    last = reading.serialNumber;
    return agreed;
  };
}
