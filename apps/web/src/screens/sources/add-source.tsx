import { NewDataSource, routes } from '@countersign/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/api';
import { dataSourcesQuery } from '../../api/queries';
import { SourceForm } from './source-form';
import { bodyOf, type SourceValues } from './source-values';

export function AddSource({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const add = useMutation({
    mutationFn: (values: SourceValues) => call(routes.addDataSource, { body: NewDataSource.parse(bodyOf(values)) }),
    onSuccess: async (source) => {
      onClose();
      await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey });
      void navigate({ to: '/sources', search: { open: source.id } });
    },
  });
  // Mounted anew each time: what was typed before, a password too, is gone.
  return opened ? <SourceForm opened onClose={onClose} onSend={(values) => add.mutate(values)} pending={add.isPending} error={add.error} /> : null;
}
