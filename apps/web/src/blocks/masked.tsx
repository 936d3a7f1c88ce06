import { useTranslation } from 'react-i18next';

type Columns = readonly { column: string; how: string }[];

/** Masked columns, and how each is shown: 'customers.city (only the first 2 characters)'. */
export function Masked({ columns }: { columns: Columns }) {
  const { t } = useTranslation();
  const shown = columns.map(({ column, how }) => {
    const [kind = '', number = ''] = how.split(':');
    const key = `masked.how.${kind}` as 'masked.how.hash';
    return `${column} (${t(key, { number, defaultValue: kind })})`;
  });
  return <>{shown.join(', ')}</>;
}
