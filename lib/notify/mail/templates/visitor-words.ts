import type { Language } from "../../../sites/sites/languages.ts";

const en = {
  ratingSubject: "How was your chat with {site}?",
  ratingAsk: "Your chat with {site} is closed. How was it?",
  ratingButton: "Rate this chat",
  ratingHint: "On the page, choose one of five faces and add a comment if you like. The link works for 30 days.",
  confirmSubject: "Your chat with {site}: confirm your email",
  confirmAsk: "Someone asked in the chat of {site} for a copy of their conversation at this address. Was it you?",
  confirmButton: "Send me the conversation",
  confirmHint: "The link works for 7 days. If it wasn’t you, ignore this email. Nothing else is sent.",
  transcriptSubject: "Your conversation with {site}",
  transcriptIntro: "Here’s the copy of your conversation with {site} that you asked for.",
  transcriptCut: "It’s long, so its earlier messages aren’t in this email. The chat has all of it to download.",
  why: "You get this because you left your email in the chat of {site}.",
  unsubscribe: "Unsubscribe from emails about this chat",
};

export type VisitorWords = typeof en;

/** The texts of emails to visitors in their own language, by the widget's languages. `{site}` is the site's name. */
export const VISITOR_WORDS: Record<Language, VisitorWords> = {
  en,
  ar: {
    ratingSubject: "كيف كانت محادثتك مع {site}؟",
    ratingAsk: "أُغلقت محادثتك مع {site}. كيف كانت؟",
    ratingButton: "قيّم هذه المحادثة",
    ratingHint: "اختر في الصفحة أحد الوجوه الخمسة، وأضف تعليقًا إن أردت. الرابط صالح لمدة 30 يومًا.",
    confirmSubject: "محادثتك مع {site}: أكّد بريدك الإلكتروني",
    confirmAsk: "طلب شخص ما في محادثة {site} نسخة من محادثته على هذا العنوان. هل أنت من طلب ذلك؟",
    confirmButton: "أرسل لي المحادثة",
    confirmHint: "الرابط صالح لمدة 7 أيام. إن لم تكن أنت، فتجاهل هذه الرسالة. لن يُرسل أي شيء آخر.",
    transcriptSubject: "محادثتك مع {site}",
    transcriptIntro: "هذه نسخة محادثتك مع {site} التي طلبتها.",
    transcriptCut: "المحادثة طويلة، لذا لا تتضمن هذه الرسالة الرسائل الأقدم. يمكنك تنزيلها كاملة من المحادثة.",
    why: "وصلتك هذه الرسالة لأنك تركت بريدك الإلكتروني في محادثة {site}.",
    unsubscribe: "إلغاء الاشتراك في رسائل هذه المحادثة",
  },
  de: {
    ratingSubject: "Wie war Ihr Chat mit {site}?",
    ratingAsk: "Ihr Chat mit {site} ist beendet. Wie war er?",
    ratingButton: "Chat bewerten",
    ratingHint: "Wählen Sie auf der Seite eines von fünf Gesichtern, auf Wunsch mit Kommentar. Der Link gilt 30 Tage.",
    confirmSubject: "Ihr Chat mit {site}: E-Mail-Adresse bestätigen",
    confirmAsk:
      "Im Chat von {site} hat jemand eine Kopie der Unterhaltung an diese Adresse angefordert. Waren Sie das?",
    confirmButton: "Unterhaltung senden",
    confirmHint:
      "Der Link gilt 7 Tage. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Dann wird nichts weiter gesendet.",
    transcriptSubject: "Ihre Unterhaltung mit {site}",
    transcriptIntro: "Hier ist die Kopie Ihrer Unterhaltung mit {site}, die Sie angefordert haben.",
    transcriptCut:
      "Die Unterhaltung ist lang, deshalb fehlen hier die früheren Nachrichten. Im Chat können Sie alles herunterladen.",
    why: "Sie erhalten diese E-Mail, weil Sie im Chat von {site} Ihre E-Mail-Adresse hinterlassen haben.",
    unsubscribe: "E-Mails zu diesem Chat abbestellen",
  },
  es: {
    ratingSubject: "¿Qué tal fue su chat con {site}?",
    ratingAsk: "Su chat con {site} ha terminado. ¿Qué tal fue?",
    ratingButton: "Valorar este chat",
    ratingHint:
      "En la página, elija una de las cinco caras y, si quiere, añada un comentario. El enlace funciona durante 30 días.",
    confirmSubject: "Su chat con {site}: confirme su correo electrónico",
    confirmAsk: "Alguien pidió en el chat de {site} una copia de su conversación en esta dirección. ¿Fue usted?",
    confirmButton: "Enviarme la conversación",
    confirmHint: "El enlace funciona durante 7 días. Si no fue usted, ignore este correo. No se enviará nada más.",
    transcriptSubject: "Su conversación con {site}",
    transcriptIntro: "Aquí está la copia de su conversación con {site} que pidió.",
    transcriptCut:
      "Es larga, así que los mensajes anteriores no están en este correo. En el chat puede descargarla completa.",
    why: "Recibe este correo porque dejó su dirección en el chat de {site}.",
    unsubscribe: "Cancelar los correos sobre este chat",
  },
  fr: {
    ratingSubject: "Comment s’est passé votre chat avec {site} ?",
    ratingAsk: "Votre chat avec {site} est terminé. Comment s’est-il passé ?",
    ratingButton: "Évaluer ce chat",
    ratingHint:
      "Sur la page, choisissez l’un des cinq visages et ajoutez un commentaire si vous le souhaitez. Le lien fonctionne 30 jours.",
    confirmSubject: "Votre chat avec {site} : confirmez votre e-mail",
    confirmAsk:
      "Quelqu’un a demandé dans le chat de {site} une copie de sa conversation à cette adresse. Est-ce vous ?",
    confirmButton: "M’envoyer la conversation",
    confirmHint: "Le lien fonctionne 7 jours. Si ce n’est pas vous, ignorez cet e-mail. Rien d’autre ne sera envoyé.",
    transcriptSubject: "Votre conversation avec {site}",
    transcriptIntro: "Voici la copie de votre conversation avec {site} que vous avez demandée.",
    transcriptCut:
      "Elle est longue : les premiers messages ne sont pas dans cet e-mail. Vous pouvez la télécharger en entier dans le chat.",
    why: "Vous recevez cet e-mail parce que vous avez laissé votre adresse dans le chat de {site}.",
    unsubscribe: "Ne plus recevoir d’e-mails sur ce chat",
  },
  ja: {
    ratingSubject: "{site} とのチャットはいかがでしたか",
    ratingAsk: "{site} とのチャットは終了しました。いかがでしたか。",
    ratingButton: "チャットを評価する",
    ratingHint: "ページで5つの顔から1つを選んでください。コメントも追加できます。リンクは30日間有効です。",
    confirmSubject: "{site} とのチャット: メールアドレスの確認",
    confirmAsk: "{site} のチャットで、会話のコピーをこのアドレスに送る依頼がありました。ご本人ですか。",
    confirmButton: "会話を送信する",
    confirmHint:
      "リンクは7日間有効です。心当たりがない場合は、このメールを無視してください。ほかには何も送信されません。",
    transcriptSubject: "{site} との会話",
    transcriptIntro: "ご依頼いただいた {site} との会話のコピーです。",
    transcriptCut:
      "会話が長いため、以前のメッセージはこのメールに含まれていません。チャットからすべてダウンロードできます。",
    why: "{site} のチャットでメールアドレスを入力されたため、このメールをお送りしています。",
    unsubscribe: "このチャットに関するメールの配信を停止する",
  },
  pt: {
    ratingSubject: "Como foi seu chat com {site}?",
    ratingAsk: "Seu chat com {site} foi encerrado. Como foi?",
    ratingButton: "Avaliar este chat",
    ratingHint:
      "Na página, escolha um dos cinco rostos e, se quiser, adicione um comentário. O link funciona por 30 dias.",
    confirmSubject: "Seu chat com {site}: confirme seu e-mail",
    confirmAsk: "Alguém pediu no chat de {site} uma cópia da conversa neste endereço. Foi você?",
    confirmButton: "Enviar a conversa para mim",
    confirmHint: "O link funciona por 7 dias. Se não foi você, ignore este e-mail. Nada mais será enviado.",
    transcriptSubject: "Sua conversa com {site}",
    transcriptIntro: "Aqui está a cópia da sua conversa com {site} que você pediu.",
    transcriptCut:
      "Ela é longa, então as mensagens anteriores não estão neste e-mail. No chat, você pode baixar a conversa inteira.",
    why: "Você recebe este e-mail porque deixou seu endereço no chat de {site}.",
    unsubscribe: "Cancelar os e-mails sobre este chat",
  },
};

/** Puts the site's name into a language's texts. */
export const withSite = (words: VisitorWords, site: string): VisitorWords =>
  Object.fromEntries(
    Object.entries(words).map(([name, text]) => [name, text.replaceAll("{site}", () => site)]),
  ) as VisitorWords;
