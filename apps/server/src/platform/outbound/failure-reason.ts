/** Why a call failed, in readable form and without details of the error itself. */
export function failureReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name could not be resolved';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'the connection timed out';
  if (code.startsWith('ERR_TLS') || code.startsWith('CERT_') || code.includes('CERT'))
    return 'the certificate is not valid';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'the response was too large';
  return 'the connection was closed';
}
