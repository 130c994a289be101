/** Why a call failed: for people, and without what the error itself may carry. */
export function failureReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name could not be resolved';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'the connection could not be opened in time';
  if (code.startsWith('ERR_TLS') || code.startsWith('CERT_') || code.includes('CERT'))
    return 'its certificate is not valid';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'its answer was too large';
  return 'the connection broke';
}
