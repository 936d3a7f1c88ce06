import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import 'virtual:mantine-variables.css';
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import '../theme/tokens.css';
import '../theme/document.css';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../i18n/i18n';
import { Providers } from './providers';

const element = document.getElementById('root');
if (!element) throw new Error('no #root');
void startI18n().then(() => createRoot(element).render(<Providers />));
