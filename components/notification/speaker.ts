import type { NotificationSettingsJson } from "#lib/team/notification-settings/schema.ts";

export type SoundName = Exclude<NotificationSettingsJson["sound"], "none">;
type Note = { at: number; hz: number; endHz?: number; length: number; volume: number; type: OscillatorType };

const SOUNDS: Record<SoundName, Note[]> = {
  soft: [
    { at: 0, hz: 523, length: 0.5, volume: 0.08, type: "sine" },
    { at: 0.14, hz: 659, length: 0.6, volume: 0.08, type: "sine" },
  ],
  bright: [
    { at: 0, hz: 1047, length: 0.18, volume: 0.1, type: "triangle" },
    { at: 0.1, hz: 1319, length: 0.18, volume: 0.1, type: "triangle" },
    { at: 0.2, hz: 1568, length: 0.4, volume: 0.1, type: "triangle" },
  ],
  knock: [
    { at: 0, hz: 220, endHz: 70, length: 0.12, volume: 0.5, type: "sine" },
    { at: 0.17, hz: 220, endHz: 70, length: 0.14, volume: 0.5, type: "sine" },
  ],
};
const ATTACK_S = 0.008;
const SILENCE = 0.0001;
const OPEN_MS = 300;

/** Plays generated sounds. Browsers allow it after a click or a key, and some for installed apps from the start. */
export function createSpeaker() {
  let audio: AudioContext | undefined;
  let uses = 0;

  // An open audio device costs power.
  const release = () => {
    uses -= 1;
    if (uses === 0) audio?.suspend().catch(() => undefined);
  };

  const open = async (): Promise<boolean> => {
    uses += 1;
    try {
      audio ??= new AudioContext();
      // Until a click, it neither starts nor fails.
      await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, OPEN_MS))]);
      return audio.state === "running";
    } catch {
      return false;
    }
  };

  /** Resolves to whether the browser lets this page play sounds now. */
  const isAllowed = async (): Promise<boolean> => {
    const isOpen = await open();
    release();
    return isOpen;
  };

  /** Plays a sound. Resolves to whether it could. */
  const play = async (name: SoundName): Promise<boolean> => {
    const isOpen = await open();
    if (isOpen && audio) {
      for (const note of SOUNDS[name]) {
        uses += 1;
        playNote(audio, note, release);
      }
    }
    release();
    return isOpen;
  };

  return { isAllowed, play, close: () => void audio?.close() };
}

export type Speaker = ReturnType<typeof createSpeaker>;

function playNote(audio: AudioContext, { at, hz, endHz = hz, length, volume, type }: Note, onEnd: () => void): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  tone.type = type;
  tone.frequency.setValueAtTime(hz, start);
  tone.frequency.exponentialRampToValueAtTime(endHz, start + length);
  gain.gain.setValueAtTime(SILENCE, start);
  gain.gain.exponentialRampToValueAtTime(volume, start + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + length);
  tone.connect(gain).connect(audio.destination);
  tone.onended = onEnd;
  tone.start(start);
  tone.stop(start + length);
}
