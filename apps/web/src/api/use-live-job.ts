import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followJob } from './live-job';
import { jobQuery } from './queries';

/** Keeps a job fresh while it can still change; says whether it is live or polled. */
export function useLiveJob(id: string, active: boolean): 'live' | 'polling' {
  const client = useQueryClient();
  const [status, setStatus] = useState<'live' | 'polling'>('live');
  useEffect(() => {
    if (!active) return undefined;
    const refresh = () => void client.invalidateQueries({ queryKey: jobQuery(id).queryKey });
    return followJob(id, { open: (url) => new EventSource(url) as never, onEvent: refresh, onPoll: refresh, onStatus: setStatus });
  }, [client, id, active]);
  return status;
}
