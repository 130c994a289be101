export { COMMON_CHECKS as CHECKS, type CommonFaults as Faults } from '../faults.ts';
