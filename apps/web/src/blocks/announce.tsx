import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';

type Announce = (text: string, urgency?: 'polite' | 'assertive') => void;
const Context = createContext<Announce>(() => {});

/** The two live regions of the console: stage changes are said politely, failures at once. */
export function Announcer({ children }: { children: ReactNode }) {
  const [polite, setPolite] = useState('');
  const [assertive, setAssertive] = useState('');
  const announce = useCallback<Announce>((text, urgency = 'polite') => (urgency === 'polite' ? setPolite(text) : setAssertive(text)), []);
  const value = useMemo(() => announce, [announce]);
  return (
    <Context.Provider value={value}>
      {children}
      <div className="sr-only" role="status" aria-live="polite">{polite}</div>
      <div className="sr-only" role="alert" aria-live="assertive">{assertive}</div>
    </Context.Provider>
  );
}

export function useAnnounce(): Announce {
  return useContext(Context);
}
