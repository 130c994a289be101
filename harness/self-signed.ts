/** Arguments of `openssl` for a certificate that signs itself. Subject, names and files follow. */
export const selfSigned = [
  ...['req', '-x509', '-nodes'],
  ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
] as const;
