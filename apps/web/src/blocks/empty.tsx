import type { ReactNode } from 'react';
import css from './blocks.module.css';

/** Why there is nothing, and what to do next. */
export function Empty({ icon, title, children, action }: { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      <span className={css.emptyIcon} aria-hidden>{icon}</span>
      <p className={css.emptyTitle}>{title}</p>
      {children ? <p className={css.quiet}>{children}</p> : null}
      {action}
    </div>
  );
}
