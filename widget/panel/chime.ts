const HIGH_HZ = 880;
const LOW_HZ = 660;
const LENGTH_S = 0.22;
const VOLUME = 0.06;

export type Chime = { canSound: () => boolean; sound: () => void };

/**
 * A short, quiet, generated tone. Browsers allow sound only after a user gesture, so nothing is created before that.
 */
export function createChime(): Chime {
  let audio: AudioContext | undefined;
  const prepare = () => {
    try {
      audio ??= new AudioContext();
      void audio.resume();
    } catch {
      // This device has no audio.
    }
  };
  // The gesture may have happened before this was loaded.
  if (navigator.userActivation?.hasBeenActive) prepare();
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, prepare, { once: true });

  return {
    canSound: () => audio?.state === "running",
    sound: () => {
      if (!audio) return;
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      const now = audio.currentTime;
      tone.frequency.setValueAtTime(HIGH_HZ, now);
      tone.frequency.setValueAtTime(LOW_HZ, now + LENGTH_S / 2);
      gain.gain.setValueAtTime(VOLUME, now);
      gain.gain.exponentialRampToValueAtTime(0.0001, now + LENGTH_S);
      tone.connect(gain).connect(audio.destination);
      tone.start(now);
      tone.stop(now + LENGTH_S);
    },
  };
}
