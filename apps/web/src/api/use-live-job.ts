import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followJob } from './live-job';
import { jobQuery } from './queries';

/** Events arrive in bursts (all past ones at first): one reading serves a burst. */
const BURST_MS = 60;

/** Keeps a job fresh while it can still change; says whether it is live or polled. */
export function useLiveJob(id: string, active: boolean): 'live' | 'polling' {
  const client = useQueryClient();
  const [status, setStatus] = useState<'live' | 'polling'>('live');
  useEffect(() => {
    if (!active) return undefined;
    let due: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      due ??= setTimeout(() => {
        due = undefined;
        void client.invalidateQueries({ queryKey: jobQuery(id).queryKey });
      }, BURST_MS);
    };
    const stop = followJob(id, { open: (url) => new EventSource(url) as never, onEvent: refresh, onPoll: refresh, onStatus: setStatus });
    return () => {
      clearTimeout(due);
      stop();
    };
  }, [client, id, active]);
  return status;
}
