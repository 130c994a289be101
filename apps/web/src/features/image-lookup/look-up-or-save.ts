import { saveUnsentLookup } from '../../lib/unsent-lookups.ts';
import { type LabelLookupResult, type LookupQuery, lookUpLabel } from './label-lookup.ts';
import { messages } from './messages.ts';

/** Without a connection, the lookup is saved to be sent later. */
export async function lookUpOrSave(question: LookupQuery): Promise<LabelLookupResult> {
  const answer = await lookUpLabel(question);
  const { serialNumber: modelNumber, manufacturer } = question;
  if (!answer.isOffline || !saveUnsentLookup({ modelNumber, manufacturer: manufacturer ?? '' }))
    return answer;
  return { ...answer, error: messages.savedForLater };
}
