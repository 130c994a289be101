import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import type { JsonMapping } from '@warranty/contracts/json-mapping';
import type { ParameterValues } from '../../lib/api/endpoint-request.ts';
import { firstValues } from './internal-request.ts';

/** Where the data on the screen comes from: our own endpoints or an external API. */
export const sources = ['internal', 'external'] as const;
export type Source = (typeof sources)[number];

export const sourceLabels: Record<Source, string> = { internal: 'Internal APIs', external: 'External APIs' };

/** The last response of a source. */
export interface ShownResponse {
  data: unknown;
  /** Names the export file and is shown above the response. */
  sourceName: string;
  facts: string[];
  /** The call as a curl command; null if there is none. */
  curl: string | null;
}

export interface ExplorerState {
  username: string;
  source: Source;
  endpoint: CatalogEndpoint | null;
  values: ParameterValues;
  errors: Readonly<Record<string, string>>;
  isFetching: boolean;
  failure: string | null;
  responses: Readonly<Record<Source, ShownResponse | null>>;
  mappings: JsonMapping[];
  /** The user edited the mappings, so suggestions do not replace them. */
  mappingsEdited: boolean;
  /** Suggestions for a response that arrived while the other source was open. */
  pendingSuggestions: Readonly<Partial<Record<Source, JsonMapping[]>>>;
}

export type ExplorerAction =
  | { kind: 'source'; source: Source }
  | { kind: 'endpoint'; endpoint: CatalogEndpoint }
  | { kind: 'value'; name: string; value: string }
  | { kind: 'refused'; errors: Record<string, string> }
  | { kind: 'fetching' }
  | { kind: 'failed'; message: string }
  | { kind: 'response'; source: Source; response: ShownResponse; suggested: JsonMapping[]; wanted?: boolean }
  | { kind: 'mappings'; mappings: JsonMapping[] };

export function createInitialState(username: string, source: Source): ExplorerState {
  return {
    username,
    source,
    endpoint: null,
    values: {},
    errors: {},
    isFetching: false,
    failure: null,
    responses: { internal: null, external: null },
    mappings: [],
    mappingsEdited: false,
    pendingSuggestions: {},
  };
}

export function explorerReducer(state: ExplorerState, action: ExplorerAction): ExplorerState {
  switch (action.kind) {
    case 'source': {
      const { [action.source]: mappings = [] } = state.pendingSuggestions;
      return { ...state, source: action.source, mappings, mappingsEdited: false, pendingSuggestions: {} };
    }
    case 'endpoint':
      return {
        ...createInitialState(state.username, state.source),
        endpoint: action.endpoint,
        values: firstValues(action.endpoint, state.username),
        responses: { ...state.responses, internal: null },
      };
    case 'value': {
      const { [action.name]: _, ...errors } = state.errors;
      return { ...state, values: { ...state.values, [action.name]: action.value }, errors };
    }
    case 'refused':
      return { ...state, errors: action.errors, failure: null };
    case 'fetching':
      return { ...state, isFetching: true, errors: {}, failure: null };
    case 'failed':
      return {
        ...state,
        isFetching: false,
        failure: action.message,
        responses: { ...state.responses, internal: null },
      };
    case 'response':
      return withResponse(state, action);
    case 'mappings':
      return { ...state, mappings: action.mappings, mappingsEdited: true };
  }
}

/**
 * Internal responses keep the current mappings. External ones replace them with suggestions, unless the user edited the
 * mappings. Suggestions the user asked for always replace them.
 */
function withResponse(
  state: ExplorerState,
  { source, response, suggested, wanted = false }: ExplorerAction & { kind: 'response' },
): ExplorerState {
  const next = {
    ...state,
    isFetching: source === 'internal' ? false : state.isFetching,
    responses: { ...state.responses, [source]: response },
  };
  if (source !== state.source)
    return { ...next, pendingSuggestions: { ...state.pendingSuggestions, [source]: suggested } };
  const keeps = source === 'internal' ? state.mappings.length > 0 : state.mappingsEdited;
  return keeps && !wanted ? next : { ...next, mappings: suggested, mappingsEdited: false };
}
