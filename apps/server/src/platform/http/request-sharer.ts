import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { FastifyRequest } from 'fastify';
import type { CurrentRequest } from '../fairness/current-request.ts';
import type { Sharer } from '../fairness/shares.ts';
import type { Client } from '../ownership/caller.ts';

/**
 * On whose behalf the handler works, and what it gives up if the client disconnects. A class, because every object literal with
 * a getter has a hidden class of its own, which would keep the request alive until the next full garbage collection.
 */
export class RequestSharer implements CurrentRequest {
  readonly owner: string;
  readonly client: Client;
  readonly changesNothing: boolean;
  readonly #request: FastifyRequest;
  readonly #endsWithClient: boolean;
  readonly #leaveAdmission: (request: FastifyRequest) => void;

  constructor(
    request: FastifyRequest,
    { upload, method, audit }: Endpoint,
    leaveAdmission: (request: FastifyRequest) => void,
  ) {
    this.owner = request.caller?.owner ?? '';
    this.client = request.client;
    this.changesNothing = method === 'GET' || audit === null;
    this.#request = request;
    // A file that has arrived is processed even if its client has disconnected.
    this.#endsWithClient = !upload;
    this.#leaveAdmission = leaveAdmission;
  }

  get signal(): AbortSignal | undefined {
    return this.#endsWithClient ? this.#request.open.signal : undefined;
  }

  leaveAdmission(): void {
    this.#leaveAdmission(this.#request);
  }
}

/** The owner is empty for public endpoints. */
export const sharerOf = ({ caller, client }: FastifyRequest): Sharer => ({
  owner: caller?.owner ?? '',
  client,
});
