export interface HeaderOptions {
  /** The public URL is https, so HSTS can be sent. */
  https: boolean;
  /** SHA-256 sources (`sha256-...`) of the inline scripts of our own page. */
  inlineScriptHashes: readonly string[];
}

function contentSecurityPolicy({ https, inlineScriptHashes }: HeaderOptions): string {
  const scripts = inlineScriptHashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${scripts}`,
    "worker-src 'self' blob:",
    // Positioned controls set style attributes; style sheets from other origins stay blocked.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Sent with every response, including errors and static files: a worker obeys the header of its own script. */
export function securityHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  return Object.freeze({
    'content-security-policy': contentSecurityPolicy(options),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  });
}
