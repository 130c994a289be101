import type { Guide, OpenApiDocument, Operation } from './openapi.ts';

/** Escapes text for HTML. The contracts are ours, but the page should not rely on that. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

/** Renders `backticks` as code; other Markdown is not supported. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, (_, inner: string) => `<code>${inner}</code>`);
}

function schemaBlock(schema: object | undefined): string {
  return schema ? `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(schema, null, 2))}</code></pre>` : '';
}

function parameterTable({ parameters }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    (parameter) => `<tr><td>${code(parameter.name)}</td><td>${parameter.in}</td>
      <td>${parameter.required ? 'required' : 'optional'}</td><td>${prose(parameter.description ?? '')}</td></tr>`,
  );
  return `<h4>Parameters</h4><table><thead><tr><th>Name</th><th>In</th><th></th><th>Meaning</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table>`;
}

function requestBlock({ requestBody }: Operation): string {
  const [media] = Object.values(requestBody?.content ?? {});
  const types = Object.keys(requestBody?.content ?? {}).join(', ');
  return types
    ? `<h4>Request body <small>${escapeHtml(types)}</small></h4>${schemaBlock(media?.schema)}`
    : '';
}

function responseBlocks({ responses }: Operation): string {
  return Object.entries(responses)
    .map(([status, { description, content }]) => {
      const [type, media] = Object.entries(content ?? {})[0] ?? [];
      const isError = Number(status) >= 400;
      const sentences = description
        .split('\n\n')
        .map((line) => `<p>${prose(line)}</p>`)
        .join('');
      return `<div class="response"><strong class="${isError ? 'bad' : 'good'}">${status}</strong>
        <div>${sentences}${isError ? '' : `${type ? `<small>${escapeHtml(type)}</small>` : ''}${schemaBlock(media?.schema)}`}</div></div>`;
    })
    .join('');
}

function anchor(method: string, path: string): string {
  return `${method}-${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function operationBlock(path: string, method: string, operation: Operation): string {
  return `<section id="${anchor(method, path)}"><h3><b>${method.toUpperCase()}</b> ${code(path)}</h3>
    <p>${prose(operation.summary)}</p><p class="access">Access: ${escapeHtml(String(operation['x-access']))}</p>
    ${parameterTable(operation)}${requestBlock(operation)}<h4>Responses</h4>${responseBlocks(operation)}</section>`;
}

function guideBlock({ title, paragraphs, examples }: Guide): string {
  const blocks = examples.map(
    (example) => `<h3>${escapeHtml(example.title)}</h3>
      <pre tabindex="0" data-language="${escapeHtml(example.language)}"><code>${escapeHtml(example.code)}</code></pre>`,
  );
  return `<section id="guide"><h2>${escapeHtml(title)}</h2>
    ${paragraphs.map((text) => `<p>${prose(text)}</p>`).join('')}${blocks.join('')}</section>`;
}

const style = `
:root{color-scheme:light dark;--canvas:light-dark(#f9fafb,#0e1318);--surface:light-dark(#fff,#151b21);
--line:light-dark(#dfe3e7,#2c343c);--ink:light-dark(#161b20,#f0f3f5);--ink-2:light-dark(#50585f,#aeb6bd);
--accent:light-dark(#00698c,#5bb8da);--bad:light-dark(#a32b21,#f08d80);--good:light-dark(#1c6b37,#7ccf96)}
*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
main,header{max-width:960px;margin:0 auto;padding:24px 16px}h1{font-size:28px;margin:0}h2{font-size:20px;margin:0 0 8px}h3{font-size:16px;margin:0 0 8px;overflow-wrap:anywhere}
h4{font-size:13px;margin:16px 0 8px}#guide h3{font-size:14px;margin:16px 0 0}h3 b{color:var(--accent)}code,pre{font:13px/1.5 ui-monospace,monospace}
section{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:16px;margin:0 0 16px}
pre{margin:8px 0 0;padding:12px;max-height:300px;overflow:auto;background:var(--canvas);border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--line)}
small,.access,header p{color:var(--ink-2)}p{margin:0 0 4px}a{color:var(--accent)}nav ul{list-style:none;padding:0;margin:16px 0 0;columns:2 320px}
nav a{display:inline-block;padding:4px 0;overflow-wrap:anywhere}.response{display:flex;gap:16px;padding:8px 0;border-top:1px solid var(--line)}
.response>div{min-width:0;flex:1}.bad{color:var(--bad)}.good{color:var(--good)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/** The API as a single page that needs no script, loads nothing else and can be printed. */
export function referencePage(document: OpenApiDocument, documentUrl: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const contents = operations.map(
    ({ path, method }) =>
      `<li><a href="#${anchor(method, path)}">${method.toUpperCase()} ${escapeHtml(path)}</a></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(document.info.title)} API</title>
<style>${style}</style></head><body><header><h1>${escapeHtml(document.info.title)} API</h1>
<p>Version ${escapeHtml(document.info.version)}. ${prose(document.info.description)}
<a href="${escapeHtml(documentUrl)}">OpenAPI 3.1 document</a></p><nav aria-label="Contents"><p><a href="#guide">${escapeHtml(document['x-guide'].title)}</a></p><ul>${contents.join('')}</ul></nav></header>
<main>${guideBlock(document['x-guide'])}${operations.map(({ path, method, operation }) => operationBlock(path, method, operation)).join('')}</main></body></html>`;
}
