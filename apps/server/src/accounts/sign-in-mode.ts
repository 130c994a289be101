/** `off`: there is no sign-in. `optional`: browsers also work without it. `required`: they do not. */
export type SignInMode = 'off' | 'optional' | 'required';

export interface HasSignIn {
  signIn: { mode: SignInMode };
}
