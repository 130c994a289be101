const maxLength = 120;
const intelCore = /\bi([3579])[- ](\d{3,5})([a-z]{0,2}\d?)\b/;
const intelUltra = /\bultra (\d) (\d{3})([a-z]{0,2})\b/;
const ryzen = /\bryzen (?:threadripper )?(?:ai )?([3579]) (?:pro )?(\d{4})([a-z]{0,2})\b/;
const named =
  /\b(?:xeon|celeron|pentium|atom|athlon|phenom|turion|core2|core 2|a\d{1,2}-\d{4}|e[12]-\d{4}|m[357]-\d\w+|m3-\w+|n\d{3,4})\b/;
const noise =
  /\((?:r|tm|c)\)|\b(?:intel|amd|cpu|apu|processor|with|radeon|graphics|genuine|mobile|dual-core)\b/g;

/** Ice Lake and Tiger Lake have four digits with a G (i7-1065G7), later ones four digits starting with 12 or higher. */
function intelGeneration(digits: string, suffix: string): string {
  if (digits.length === 5) return digits.slice(0, 2);
  if (digits.length === 4 && /^1[0-4]/.test(digits)) return digits.slice(0, 2);
  return digits.length === 4 ? digits.charAt(0) : `first${suffix.charAt(0)}`;
}

/** Keys of a processor in the table: its own name and its generation. Null if the text names no processor. */
export function cpuKey(text: string) {
  const plain = text.slice(0, maxLength).toLowerCase().replaceAll(noise, ' ').replaceAll(/\s+/g, ' ').trim();
  const core = intelCore.exec(plain);
  if (core) {
    const [, tier = '', digits = '', suffix = ''] = core;
    return { name: `i${tier} ${digits}${suffix}`, generation: `core ${intelGeneration(digits, suffix)}` };
  }
  const ultra = intelUltra.exec(plain);
  if (ultra) return { name: `ultra ${ultra[2]}${ultra[3]}`, generation: `ultra ${ultra[2]?.charAt(0)}` };
  const amd = ryzen.exec(plain);
  if (amd) {
    const [, , digits = '', suffix = ''] = amd;
    return { name: `ryzen ${digits}${suffix}`, generation: `ryzen ${digits.charAt(0)}${suffix.charAt(0)}` };
  }
  if (!named.test(plain) && !/\bi[357] [a-z]{0,2} ?\d{3}/.test(plain)) return null;
  return {
    name: plain
      .replaceAll(/[^a-z0-9 -]/g, '')
      .slice(0, 40)
      .trim(),
    generation: null,
  };
}
