/** How the code that leads back to a user is shown, whatever it came with. */
export const recoveryCodeText = {
  title: 'Your recovery code',
  copyLabel: 'Copy code',
  doneLabel: 'I have kept it',
  note: 'Keep it safe: it is shown only now and works once. Whoever has it can act as you, but never read your keys and tokens.',
};
