import { readStored, store } from '../../../lib/storage/stored-text.ts';

const storageKey = 'scan-sound';

export const isSoundOn = (): boolean => readStored(storageKey) !== 'off';

export const setSound = (on: boolean) => store(storageKey, on ? 'on' : 'off');

/** A short beep and vibration: the user is looking at the devices, not at the screen. */
export function playScanFeedback(): void {
  if (!isSoundOn()) return;
  navigator.vibrate?.(60);
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 1320;
  volume.gain.value = 0.06;
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + 0.09);
}
