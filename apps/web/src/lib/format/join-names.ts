const list = new Intl.ListFormat('en-GB');

/** "Dell", "Dell and HP", "Dell, HP and Cisco". */
export const joinNames = (names: readonly string[]): string => list.format(names);
