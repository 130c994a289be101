const firstSlots = 16_384;
/** Two halves of the hash, the row (0 in a free slot) and padding, so that a slot is in one line of the processor's cache. */
const slotWidth = 4;

/** Scrambles all bits, so that any of them can select a slot. */
function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

/**
 * Remembers devices by a hash of 64 bits, because a Set of a million strings takes more than 100 MB. A million devices take
 * 32 MB, and two of them are confused in one of 30 million files. The hash table is open-addressed and at most half full.
 */
export function createSeenDevices() {
  let slots = firstSlots;
  let table = new Int32Array(slots * slotWidth);
  let count = 0;

  /** Where the device is, or the free slot for it. */
  function placeOf(low: number, high: number): number {
    let slot = low & (slots - 1);
    for (;;) {
      const at = slot * slotWidth;
      if (table[at + 2] === 0 || (table[at] === low && table[at + 1] === high)) return at;
      slot = (slot + 1) & (slots - 1);
    }
  }

  function put(at: number, low: number, high: number, row: number): void {
    table[at] = low;
    table[at + 1] = high;
    table[at + 2] = row;
  }

  function grow(): void {
    const before = table;
    slots *= 2;
    table = new Int32Array(slots * slotWidth);
    for (let at = 0; at < before.length; at += slotWidth) {
      const [low = 0, high = 0, row = 0] = [before[at], before[at + 1], before[at + 2]];
      if (row !== 0) put(placeOf(low, high), low, high, row);
    }
  }

  return {
    /** Returns the row in which the device was seen first; 0 if this is the first. Rows start at 1. */
    add(vendor: string, serial: string, row: number): number {
      let first = vendor.length * 31 + vendor.charCodeAt(0);
      let second = vendor.charCodeAt(vendor.length - 1);
      for (let index = 0; index < serial.length; index += 1) {
        const code = serial.charCodeAt(index);
        first = Math.imul(first ^ code, 0x01000193);
        second = Math.imul(second ^ code, 0x5bd1e995) ^ (second >>> 15);
      }
      const low = mix(first);
      const high = mix(second);
      const at = placeOf(low, high);
      const seen = table[at + 2] ?? 0;
      if (seen !== 0) return seen;
      put(at, low, high, row);
      count += 1;
      if (count * 2 > slots) grow();
      return 0;
    },
  };
}
