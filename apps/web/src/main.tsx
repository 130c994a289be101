import './lib/browser/schemas-without-eval.ts';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { clearPersonalStorage, readPreferences } from './lib/storage/browser-storage.ts';
import { beforeUserChange } from './shared/session/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
// What this browser stored belongs to the user before.
beforeUserChange(() => clearPersonalStorage(readPreferences()));
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
