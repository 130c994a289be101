/** Shared texts for showing a recovery code. */
export const recoveryCodeText = {
  title: 'Your recovery code',
  copyLabel: 'Copy code',
  doneLabel: 'Saved it',
  note: 'Store it safely. It is shown only once and works only once. Anyone with this code can act as you but cannot view your keys or tokens.',
};
