import type { NameFieldText } from '../../shared/secrets/NameDialog.tsx';

export const tokenNameField: NameFieldText = {
  label: 'Token name',
  placeholder: 'e.g. Nightly inventory sync',
  help: 'For example, the application that will use it.',
  missing: 'Please enter a token name',
};
