// The coverage of a device: the warranty that comes with it, and AppleCare. Dates are days, sent as midnight UTC.
import { dateText } from '../dates.ts';
import { randomFor } from '../random.ts';

const PLANS = {
  warranty: { description: 'Limited Warranty', paymentType: 'NONE', isRenewable: false },
  protection: {
    description: 'AppleCare Protection Plan',
    paymentType: 'PAID_UP_FRONT',
    isRenewable: false,
  },
  plus: { description: 'AppleCare+', paymentType: 'PAID_UP_FRONT', isRenewable: false },
  subscription: { description: 'AppleCare+', paymentType: 'SUBSCRIPTION', isRenewable: true },
  business: { description: 'AppleCare+ for Business', paymentType: 'ABE_SUBSCRIPTION', isRenewable: true },
};

export type Plan = keyof typeof PLANS;

interface Term {
  from: number | null;
  /** The last day; null if the plan has no end, or none is known. */
  to: number | null;
  /** From this day on the plan does not count, whatever its end. */
  canceledOn?: number;
}

/** Returns a function for the rows of one device. */
export function coverFor(serial: string, today: number) {
  return (plan: Plan, term: Term) => {
    const { id, agreementNumber } = numbersOf(serial, plan);
    const { from, to, canceledOn = null } = term;
    return {
      type: 'appleCareCoverage',
      id,
      attributes: {
        ...PLANS[plan],
        status: isRunning(term, today) ? 'ACTIVE' : 'INACTIVE',
        startDateTime: midnight(from),
        endDateTime: midnight(to),
        agreementNumber,
        isCanceled: canceledOn !== null,
        contractCancelDateTime: midnight(canceledOn),
      },
    };
  };
}

export type Cover = ReturnType<typeof coverFor>;
export type Coverage = ReturnType<Cover>;

function isRunning({ from, to, canceledOn = Infinity }: Term, today: number): boolean {
  return (from ?? -Infinity) <= today && today <= (to ?? Infinity) && today < canceledOn;
}

/** Only plans with an agreement have its number as their id. */
function numbersOf(serial: string, plan: Plan): { id: string; agreementNumber: string | null } {
  if (plan === 'warranty') return { id: serial, agreementNumber: null };
  if (plan === 'business') return { id: `abe-${serial}`, agreementNumber: null };
  const agreementNumber = String(randomFor(`${serial} ${plan}`).int(1_000_000_000, 9_999_999_999));
  return { id: agreementNumber, agreementNumber };
}

export const midnight = (day: number | null) => (day === null ? null : `${dateText(day)}T00:00:00Z`);
