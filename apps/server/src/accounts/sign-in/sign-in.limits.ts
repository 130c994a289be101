/** How long a sign-in may take. */
export const attemptMinutes = 10;

/** Of one person. */
export const maxPasskeys = 10;

/** Of one person; another one ends the one that began first. */
export const maxSessions = 20;
