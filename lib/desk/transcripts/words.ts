const en = {
  you: "You",
  files: "Files:",
  reply: "To reply, open the chat on {page}.",
  here: "our website",
};

/** The few words of a transcript, in the widget's languages. */
export const TRANSCRIPT_WORDS = {
  en,
  ar: {
    you: "أنت",
    files: "الملفات:",
    reply: "للرد، افتح المحادثة على {page}.",
    here: "موقعنا",
  },
  de: {
    you: "Sie",
    files: "Dateien:",
    reply: "Zum Antworten öffnen Sie den Chat auf {page}.",
    here: "unserer Website",
  },
  es: {
    you: "Usted",
    files: "Archivos:",
    reply: "Para responder, abra el chat en {page}.",
    here: "nuestro sitio web",
  },
  fr: {
    you: "Vous",
    files: "Fichiers :",
    reply: "Pour répondre, ouvrez le chat sur {page}.",
    here: "notre site",
  },
  ja: {
    you: "あなた",
    files: "ファイル:",
    reply: "返信するには、{page} でチャットを開いてください。",
    here: "当サイト",
  },
  pt: {
    you: "Você",
    files: "Arquivos:",
    reply: "Para responder, abra o chat em {page}.",
    here: "nosso site",
  },
} satisfies Record<string, typeof en>;

export type TranscriptLanguage = keyof typeof TRANSCRIPT_WORDS;
