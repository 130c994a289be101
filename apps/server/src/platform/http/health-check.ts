import { liveness, readiness } from '@warranty/contracts/system';
import type { FastifyRequest } from 'fastify';

const paths: readonly (string | undefined)[] = [liveness.path, readiness.path];

/** Whether the request asks how the process is. It is answered whatever the load and the Host header are. */
export const isHealthCheck = ({ routeOptions }: FastifyRequest): boolean => paths.includes(routeOptions.url);
