import { useEffect, useRef, type ReactNode } from 'react';

let visited = false;

/** A screen's heading. It names the window and, after moving within the console, takes the focus. */
export function PageTitle({ children, title, focus = true, className }: { children?: ReactNode; title: string; focus?: boolean; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);
  useEffect(() => {
    if (visited && focus) heading.current?.focus({ preventScroll: true });
    visited = true;
  }, [focus]);
  return <h1 ref={heading} tabIndex={-1} className={className}>{children ?? title}</h1>;
}
