/** The only page under `/api`. Not taken from the contract, which would bring all schemas into the worker. */
export const apiReferencePath = '/api/docs';

/** The address of the page itself, which is the same for all screens. */
export const pagePath = '/';
