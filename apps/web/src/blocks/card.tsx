import { useId, type ReactNode } from 'react';
import css from './blocks.module.css';

export function Card({ title, aside, children, className }: { title?: string; aside?: ReactNode; children: ReactNode; className?: string }) {
  const id = useId();
  return (
    <section className={`${css.card} ${className ?? ''}`} aria-labelledby={title ? id : undefined}>
      {title || aside ? (
        <div className={css.cardHead}>
          {title ? <h2 id={id}>{title}</h2> : null}
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  );
}
