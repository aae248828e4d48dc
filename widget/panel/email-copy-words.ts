const en = {
  ask: "Email me a copy",
  confirmed: "We’ve emailed you a copy. Check your spam folder too.",
  confirmation: "We’ve emailed you a link. Open it to confirm your address, and we’ll send the copy there.",
  limit: "Two emails were sent today. Try again tomorrow.",
  none: "It can’t be emailed to you. Download it instead.",
  failed: "Not sent. Try again.",
};

export type EmailCopyWords = typeof en;

/** The texts about a copy of the conversation by email. They're few, so all languages come at once. */
export const EMAIL_COPY_WORDS: Record<string, EmailCopyWords> = {
  en,
  de: {
    ask: "Kopie per E-Mail erhalten",
    confirmed: "Wir haben Ihnen eine Kopie gesendet. Sehen Sie auch im Spam-Ordner nach.",
    confirmation:
      "Wir haben Ihnen einen Link gesendet. Bestätigen Sie damit Ihre Adresse, dann senden wir die Kopie dorthin.",
    limit: "Heute wurden schon zwei E-Mails gesendet. Versuchen Sie es morgen noch einmal.",
    none: "Wir können sie Ihnen nicht per E-Mail senden. Laden Sie sie stattdessen herunter.",
    failed: "Nicht gesendet. Versuchen Sie es noch einmal.",
  },
  es: {
    ask: "Recibir una copia por correo",
    confirmed: "Le hemos enviado una copia. Mire también en la carpeta de spam.",
    confirmation: "Le hemos enviado un enlace. Ábralo para confirmar su dirección y enviaremos allí la copia.",
    limit: "Hoy ya se enviaron dos correos. Inténtelo de nuevo mañana.",
    none: "No podemos enviársela por correo. Descárguela.",
    failed: "No se envió. Inténtelo de nuevo.",
  },
  fr: {
    ask: "Recevoir une copie par e-mail",
    confirmed: "Nous vous avons envoyé une copie. Regardez aussi dans les courriers indésirables.",
    confirmation:
      "Nous vous avons envoyé un lien. Ouvrez-le pour confirmer votre adresse, et nous y enverrons la copie.",
    limit: "Deux e-mails ont été envoyés aujourd’hui. Réessayez demain.",
    none: "Nous ne pouvons pas vous l’envoyer par e-mail. Téléchargez-la.",
    failed: "Non envoyée. Réessayez.",
  },
  pt: {
    ask: "Receber uma cópia por e-mail",
    confirmed: "Enviamos uma cópia para o seu e-mail. Veja também a pasta de spam.",
    confirmation: "Enviamos um link para você. Abra-o para confirmar seu e-mail, e enviaremos a cópia para lá.",
    limit: "Dois e-mails já foram enviados hoje. Tente de novo amanhã.",
    none: "Não podemos enviá-la por e-mail. Baixe-a.",
    failed: "Não enviada. Tente de novo.",
  },
  ja: {
    ask: "コピーをメールで受け取る",
    confirmed: "コピーをメールで送信しました。迷惑メールフォルダもご確認ください。",
    confirmation: "リンクをメールで送信しました。開いてアドレスを確認すると、コピーをお送りします。",
    limit: "本日はすでに2通送信しました。明日もう一度お試しください。",
    none: "メールでお送りできません。ダウンロードをご利用ください。",
    failed: "送信できませんでした。もう一度お試しください。",
  },
  ar: {
    ask: "أرسل لي نسخة بالبريد",
    confirmed: "أرسلنا إليك نسخة. تحقق من مجلد الرسائل غير المرغوب فيها أيضًا.",
    confirmation: "أرسلنا إليك رابطًا. افتحه لتأكيد عنوانك، وسنرسل النسخة إليه.",
    limit: "أُرسلت رسالتان اليوم. حاول مرة أخرى غدًا.",
    none: "لا يمكننا إرسالها إليك بالبريد. نزّلها بدلًا من ذلك.",
    failed: "لم تُرسل. حاول مرة أخرى.",
  },
};
