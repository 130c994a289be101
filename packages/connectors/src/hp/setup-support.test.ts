import { describe, expect, it } from 'vitest';
import { isSetupSupport } from './setup-support.ts';

describe('isSetupSupport', () => {
  it.each([
    'Simulated initial setup support',
    'Wty: Support for Initial Setup',
    'Set-up assistance',
    'SETUP',
    'Onsite installation',
    'Installation and start-up service',
    'Phone support',
    'Telephone technical support',
    'Support by phone, 90 days',
    'Phone-in assistance',
  ])('accepts %s', (description) => {
    expect(isSetupSupport(description)).toBe(true);
  });

  it.each([
    'Simulated hardware maintenance onsite',
    'HW Maintenance Onsite Support',
    'HWM Onsite',
    'Onsite hardware repair with telephone support',
    'Next business day onsite, phone support included',
    'Hardware support with installation',
    'Hardware replacement support',
    'Care Pack 5y Onsite',
    'Pickup and return',
    'Headphone cover',
    'Phone',
    'Upset support',
    '',
  ])('rejects %s', (description) => {
    expect(isSetupSupport(description)).toBe(false);
  });
});
