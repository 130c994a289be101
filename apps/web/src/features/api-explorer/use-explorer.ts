import { useQuery } from '@tanstack/react-query';
import { type CatalogEndpoint, readCatalog } from '@warranty/contracts/api-explorer';
import { type JsonMapping, suggestionsOnFetch, suggestionsOnRequest } from '@warranty/contracts/json-mapping';
import { suggestMappings } from '@warranty/domain/json-mapping/suggest';
import { useEffect, useReducer, useRef, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { parameterErrors, requestPath } from '../../lib/api/endpoint-request.ts';
import { messageOf } from '../../lib/api/error-text.ts';
import { useNextSignal } from '../../lib/browser/use-next-signal.ts';
import { useTab } from '../../lib/browser/use-tab.ts';
import { useUrlParameter } from '../../lib/browser/use-url-parameter.ts';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import { clearResponseHandoff, getResponseHandoff } from '../../shared/lookups/response-handoff.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { hasPages, readAllPages } from './all-pages.ts';
import {
  createInitialState,
  type ExplorerState,
  explorerReducer,
  type ShownResponse,
  type Source,
  sourceLabels,
  sources,
} from './explorer-state.ts';
import { endpointCommand, parametersOf } from './internal-request.ts';
import { type ReadReply, readEndpoint } from './read-endpoint.ts';

/** State and actions of the screen. */
export function useExplorer(username: string) {
  const { tab: source, openTab } = useTab(sources);
  const [state, dispatch] = useReducer(explorerReducer, null, () => begin(username, source));
  if (state.source !== source) dispatch({ kind: 'source', source });
  const [endpoint, choose] = useEndpointInUrl();
  if (endpoint && state.endpoint?.path !== endpoint.path) dispatch({ kind: 'endpoint', endpoint });
  useSwitchToast(source);
  const [allPages, setAllPages] = useState(false);
  useEffect(clearResponseHandoff, []);

  const nextSignal = useNextSignal();

  return {
    state,
    openTab,
    allPages,
    setAllPages,
    choose({ path }: CatalogEndpoint) {
      if (path === state.endpoint?.path) return;
      nextSignal();
      choose(path);
    },
    setValue: (name: string, value: string) => dispatch({ kind: 'value', name, value }),
    setMappings: (mappings: JsonMapping[]) => dispatch({ kind: 'mappings', mappings }),
    async fetchData(): Promise<void> {
      const { endpoint, values } = state;
      if (!endpoint) return dispatch({ kind: 'failed', message: 'No endpoint selected' });
      const parameters = parametersOf(endpoint);
      const errors = parameterErrors(parameters, values);
      if (Object.keys(errors).length > 0) return dispatch({ kind: 'refused', errors });
      const signal = nextSignal();
      dispatch({ kind: 'fetching' });
      try {
        const path = requestPath(endpoint.path, parameters, values);
        const isWhole = allPages && hasPages(endpoint);
        const reply = isWhole
          ? await readAllPages(endpoint, values, signal)
          : await readEndpoint(path, signal);
        const response = internalResponse(endpoint, path, reply);
        const suggested = suggestMappings(reply.data, suggestionsOnFetch);
        if (!signal.aborted) dispatch({ kind: 'response', source: 'internal', response, suggested });
      } catch (error) {
        if (!signal.aborted) dispatch({ kind: 'failed', message: messageOf(error) });
      }
    },
    /** A response from an external API: opens its tab and suggests its fields as columns, more of them if that is wanted. */
    takeResponse(data: unknown, wanted: boolean): void {
      const suggested = suggestMappings(data, wanted ? suggestionsOnRequest : suggestionsOnFetch);
      dispatch({ kind: 'response', source: 'external', response: externalResponse(data), suggested, wanted });
      openTab('external');
    },
  };
}

export type Explorer = ReturnType<typeof useExplorer>;

/** The chosen endpoint, `?endpoint=/api/bulk-runs`. Undefined until the catalog is loaded, and if it has no such endpoint. */
function useEndpointInUrl(): [CatalogEndpoint | undefined, (path: string) => void] {
  const { data: catalog } = useCatalog();
  const [path, choose] = useUrlParameter('endpoint');
  return [catalog?.endpoints.find((each) => each.path === path), choose];
}

function useSwitchToast(source: Source): void {
  const shown = useRef(source);
  useEffect(() => {
    if (shown.current === source) return;
    shown.current = source;
    toast({ title: `Switched to ${sourceLabels[source]}` });
  }, [source]);
}

/** Another page may have handed over a response to map. */
function begin(username: string, source: Source): ExplorerState {
  const state = createInitialState(username, source);
  const handed = getResponseHandoff();
  if (!handed || source !== 'external') return state;
  return {
    ...state,
    responses: {
      ...state.responses,
      external: { ...externalResponse(handed.data), facts: [handed.sourceName] },
    },
    mappings: suggestMappings(handed.data, suggestionsOnRequest),
  };
}

type PagedReply = ReadReply & { pages?: number; isComplete?: boolean };

function internalResponse(endpoint: CatalogEndpoint, path: string, reply: PagedReply): ShownResponse {
  const { pages = 1, isComplete = true } = reply;
  return {
    data: reply.data,
    sourceName: endpoint.path,
    facts: [
      path,
      `${reply.status} in ${Math.round(reply.milliseconds)} ms`,
      formatBytes(reply.bytes),
      ...(pages > 1 ? [`${pages} pages${isComplete ? '' : ', and there are more'}`] : []),
    ],
    curl: endpointCommand(endpoint, location.origin, path),
  };
}

const externalResponse = (data: unknown): ShownResponse => ({
  data,
  sourceName: 'external-api',
  facts: [],
  curl: null,
});

export function useCatalog() {
  return useQuery({ queryKey: ['endpoint-catalog'], queryFn: () => call(readCatalog) });
}
