import { formatCount } from '../../lib/format/format-number.ts';

interface BarState {
  isConnected: boolean;
  /** The network of the device, which may be there although the server is not. */
  isOnline: boolean;
  /** Tags of the lookups that were not sent. */
  unsent: readonly string[];
  /** Tags of those that were sent without a result. */
  failed: readonly string[];
}

/** What the bar says; null if there is nothing to say. */
export function barText({ isConnected, isOnline, unsent, failed }: BarState): string | null {
  if (!isConnected) {
    const state = isOnline ? 'The server cannot be reached.' : 'You are offline.';
    if (unsent.length === 0) return `${state} What you have entered stays on this page.`;
    const [are, them] = unsent.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const saved = `${formatCount(unsent.length, 'lookup')} ${are} saved in this browser`;
    return `${state} ${saved}: you can send ${them} when the connection is back.`;
  }
  if (unsent.length > 0)
    return `You are online again. ${formatCount(unsent.length, 'lookup')} not sent yet: ${firstOf(unsent)}.`;
  if (failed.length > 0) return `${formatCount(failed.length, 'lookup')} sent without a result:`;
  return null;
}

const maxTags = 3;

function firstOf(tags: readonly string[]): string {
  const shown = tags.slice(0, maxTags).join(', ');
  return tags.length > maxTags ? `${shown} and ${tags.length - maxTags} more` : shown;
}
