import type { AskWords, DialogWords, LoaderWords, PanelWords, RatingWords } from "./en.ts";

export const loaderWords: LoaderWords = {
  open: "Chat öffnen",
  failed: "Öffnen fehlgeschlagen. Erneut versuchen.",
};

export const dialogWords: DialogWords = {
  title: "Chat",
  preview: "Neue Nachricht",
  close: "Chat schließen",
  retry: "Noch einmal versuchen",
};

export const ratingWords: RatingWords = {
  ask: "Wie war das Gespräch?",
  scores: ["Sehr schlecht", "Schlecht", "Okay", "Gut", "Super"],
  more: "Möchten Sie etwas ergänzen?",
  thanks: "Danke für Ihre Rückmeldung.",
};

export const askWords: AskWords = {
  ask: "Noch ein paar Angaben, bevor es weitergeht",
  missing: "Füllen Sie dieses Feld aus.",
  phone: "Geben Sie eine Telefonnummer ein, zum Beispiel +49 30 901820.",
  later: "Noch nicht gesendet. Ihre Angaben sind gespeichert und werden automatisch gesendet.",
};

export const panelWords: PanelWords = {
  title: "Chat",
  gone: "Diesen Chat gibt es nicht mehr. Bitte wenden Sie sich auf anderem Weg an die Website.",
  close: "Chat schließen",
  messages: "Nachrichten",
  compose: "Nachricht",
  attach: "Dateien anhängen",
  placeholder: "Nachricht schreiben",
  emoji: "Emoji",
  send: "Senden",
  you: "Sie",
  earlier: "Frühere Nachrichten zeigen",
  earlierLoading: "Frühere Nachrichten werden geladen",
  earlierFailed: "Die früheren Nachrichten konnten nicht geladen werden.",
  loading: "Ihre Unterhaltung wird geladen",
  now: "Gerade eben",
  sending: "Wird gesendet",
  sent: "Gesendet",
  automatic: "Automatisch gesendet",
  seen: "Gelesen",
  waiting: "Wartet darauf, gesendet zu werden",
  typing: "{name} schreibt",
  closed: "Diese Unterhaltung wurde geschlossen. Schreiben Sie, um sie wieder zu öffnen.",
  connecting: "Verbindung wird wiederhergestellt …",
  offline: "Sie sind offline. Was Sie schreiben, wird aufbewahrt und geht ab, sobald Sie wieder verbunden sind.",
  download: "Unterhaltung herunterladen",
  downloadFailed: "Herunterladen fehlgeschlagen. Versuchen Sie es noch einmal.",
  mute: "Ton ausschalten",
  unmute: "Ton einschalten",
  retry: "Noch einmal versuchen",
  edit: "Bearbeiten",
  left: { one: "Noch {count} Zeichen", other: "Noch {count} Zeichen" },
  tooLong: {
    one: "{count} Zeichen zu viel. Kürzen Sie die Nachricht, um sie zu senden.",
    other: "{count} Zeichen zu viel. Kürzen Sie die Nachricht, um sie zu senden.",
  },
  openUnread: { one: "Chat öffnen, {count} neue Nachricht", other: "Chat öffnen, {count} neue Nachrichten" },
  contact: "Name und E-Mail-Adresse angeben",
  contactByEmail: "Damit wir auch per E-Mail antworten können.",
  contactWhy: "Beides geht mit Ihrer nächsten Nachricht mit.",
  contactHide: "Name und E-Mail-Adresse ausblenden",
  name: "Name",
  email: "E-Mail-Adresse",
  optional: "freiwillig",
  emailAsk: "Hinterlassen Sie Ihre E-Mail-Adresse, dann antworten wir auch dorthin.",
  emailSaved: "Gespeichert. Wir antworten auch an {email}.",
  save: "Speichern",
  notNow: "Nicht jetzt",
  notSaved: "Nicht gespeichert. Versuchen Sie es noch einmal.",
  dismiss: "Ausblenden",
  nameInvalid: "Bitte eine Zeile mit höchstens 80 Zeichen.",
  emailInvalid: "Das ist keine vollständige E-Mail-Adresse wie zum Beispiel ana@example.com.",

  sendOffline: "Nicht gesendet. Sie sind offline; die Nachricht geht ab, sobald Sie wieder verbunden sind.",
  sendNetwork:
    "Noch nicht gesendet. Die Verbindung ist abgebrochen; Ihre Nachricht ist gesichert und geht von selbst noch einmal ab.",
  sendUnavailable:
    "Noch nicht gesendet. Der Chat ist gerade nicht erreichbar; Ihre Nachricht ist gesichert und geht von selbst noch einmal ab.",
  sendBusy: {
    one: "Gerade zu viele Nachrichten. Ihre ist gespeichert und geht in {count} Sekunde ab.",
    other: "Gerade zu viele Nachrichten. Ihre ist gespeichert und geht in {count} Sekunden ab.",
  },
  sendRefused: "Nicht gesendet. Dieser Chat nimmt die Nachricht nicht an.",
  sendGone: "Nicht gesendet. Diesen Chat gibt es nicht mehr; wenden Sie sich auf anderem Weg an die Website.",
  sendNotHere: "Nicht gesendet. Dieser Chat ist für diese Website nicht eingerichtet.",
  sendContact: "Nicht gesendet. Prüfen Sie Name und E-Mail-Adresse und versuchen Sie es noch einmal.",
  sendInvalid:
    "Nicht gesendet. Die Nachricht enthält etwas, das nicht gesendet werden kann. Bearbeiten Sie sie und versuchen Sie es noch einmal.",
  sendFailed:
    "Nicht gesendet. Bei uns ist etwas schiefgegangen; Ihre Nachricht ist gesichert. Versuchen Sie es noch einmal.",

  openBusy: "Es waren zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es noch einmal.",
  openNotHere: "Dieser Chat ist für diese Website nicht eingerichtet.",
  openFailed: "Bei uns ist etwas schiefgegangen, deshalb fehlen frühere Nachrichten.",
};
