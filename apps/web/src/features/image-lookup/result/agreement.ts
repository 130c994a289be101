import type { LabelReading } from '@warranty/contracts/image-lookup';

/**
 * Decides when to accept a reading of the live camera: immediately if the express service code proves it, otherwise when
 * two frames agree. A frame without a reading changes nothing; another serial number starts over.
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
