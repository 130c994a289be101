import type { VendorBases } from '@warranty/contracts/vendors';
import { defaultQueryParam } from '@warranty/domain/vendor-operations/auth';
import { previewOperation } from '@warranty/domain/vendor-operations/preview';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { curlCommands } from './curl-commands.ts';
import { authTypeIn, requestOf, type TesterForm } from './tester-form.ts';

interface UrlPreviewProps {
  form: TesterForm;
  bases: VendorBases;
}

/** Shows that the URL contains a key, but masks its value. */
function withMaskedKey(url: string, form: TesterForm): string {
  if (authTypeIn(form) !== 'query' || form.apiKey.trim() === '') return url;
  const name = encodeURIComponent(form.authQueryParam.trim() || defaultQueryParam);
  return `${url}${url.includes('?') ? '&' : '?'}${name}=••••••••`;
}

export function UrlPreview({ form, bases }: UrlPreviewProps) {
  const request = requestOf(form);
  const preview = previewOperation(request, bases);
  const command = curlCommands(request, bases);
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-base">Resolved URL</h3>
        <CopyButton size="sm" label="Copy as cURL" text={command ?? ''} disabled={command === null} />
      </div>
      {preview ? (
        <div className="flex items-start gap-2 rounded-control bg-sunken px-3 py-2">
          <Badge tone="accent">{preview.method}</Badge>
          <code className="wrap-anywhere min-w-0 py-0.5 text-sm">{withMaskedKey(preview.url, form)}</code>
        </div>
      ) : (
        <p className="rounded-control bg-sunken px-3 py-2 text-ink-2 text-sm">
          The request method and URL appear here.
        </p>
      )}
    </div>
  );
}
