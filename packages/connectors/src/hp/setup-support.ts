/** Matched against lowercase text without punctuation. */
const setup = /\bset ?up\b|\binstall(?:ation|ations)?\b/;
const phone = /\b(?:tele)?phone\b/;
const help = /\b(?:support|assist|assistance|help|helpdesk|service)\b/;
const hardwareCover =
  /\bmaintenance\b|\bhwm\b|\brepairs?\b|\breplacement\b|\bexchange\b|\bnext business day\b|\bnbd\b|\b(?:hw|hardware) support\b/;

/**
 * Whether an offer is only setup or telephone support. HP has no field for it, only the description. An offer that also
 * mentions hardware coverage counts as hardware coverage, since hiding real coverage is worse than counting a short support
 * term.
 */
export function isSetupSupport(description: string): boolean {
  const words = description.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');
  if (hardwareCover.test(words)) return false;
  return setup.test(words) || (phone.test(words) && help.test(words));
}
