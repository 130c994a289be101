import { type Checks, COMMON_CHECKS, type CommonFaults, TOKEN_CHECKS, type TokenFaults } from '../faults.ts';

export interface Faults extends CommonFaults, TokenFaults {}

export const CHECKS: Checks<Faults> = { ...COMMON_CHECKS, ...TOKEN_CHECKS };
