/** More say nothing that these do not, and a hostile body has a million. */
export const maxDetails = 20;
