import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { queryClient } from '../api/api';
import { Announcer } from '../blocks/announce';
import { theme } from '../theme/theme';
import { router } from './router';

// The same key as public/early.js, which sets the scheme before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'countersign.scheme' });

export function Providers() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <Announcer>
            <RouterProvider router={router} />
          </Announcer>
          <Notifications position="bottom-center" limit={3} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
