import { routes, type SqlCheck, type SqlLanguage } from '@countersign/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../api/api';
import { useLanguage } from '../../i18n/use-language';

export interface SqlText {
  sql: string;
  dataSourceId: string;
  language: SqlLanguage;
}

/** A check and the text it was about: another text has no finding. */
export interface CheckedText extends SqlText {
  check: SqlCheck;
}

export function useCheck() {
  return useMutation({ mutationFn: async (text: SqlText): Promise<CheckedText> => ({ ...text, check: await call(routes.checkSql, { body: text }) }) });
}

/** Sends for approval; the same text sent twice is one request. */
export function useSend() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const locale = useLanguage();
  const key = useRef<{ of: string; id: string } | null>(null);
  return useMutation({
    mutationFn: (text: SqlText & { title: string }) => {
      const body = { ...text, title: text.title.trim() || undefined, locale };
      const of = JSON.stringify(body);
      if (key.current?.of !== of) key.current = { of, id: crypto.randomUUID() };
      return call(routes.executeSql, { body, idempotencyKey: key.current.id });
    },
    onSuccess: ({ jobId }) => {
      key.current = null;
      void client.invalidateQueries({ queryKey: ['jobs'] });
      void navigate({ to: '/q/$id', params: { id: jobId } });
    },
  });
}
