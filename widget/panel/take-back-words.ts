const en = {
  take: "Take back message",
  sure: "Delete it for both sides?",
  yes: "Delete",
  no: "Cancel",
  read: "Someone has read it by now, so it can’t be taken back.",
  failed: "Not deleted. Try again.",
};

export type TakeBackWords = typeof en;

/** The texts about taking a message back. They're few, so all languages come at once. */
export const TAKE_BACK_WORDS: Record<string, TakeBackWords> = {
  en,
  de: {
    take: "Nachricht zurückziehen",
    sure: "Auf beiden Seiten löschen?",
    yes: "Löschen",
    no: "Abbrechen",
    read: "Sie wurde inzwischen gelesen und kann nicht mehr zurückgezogen werden.",
    failed: "Nicht gelöscht. Versuchen Sie es noch einmal.",
  },
  es: {
    take: "Retirar el mensaje",
    sure: "¿Eliminarlo para ambas partes?",
    yes: "Eliminar",
    no: "Cancelar",
    read: "Ya lo han leído, así que no se puede retirar.",
    failed: "No se eliminó. Inténtelo de nuevo.",
  },
  fr: {
    take: "Retirer le message",
    sure: "Le supprimer des deux côtés ?",
    yes: "Supprimer",
    no: "Annuler",
    read: "Il a été lu entre-temps et ne peut plus être retiré.",
    failed: "Non supprimé. Réessayez.",
  },
  pt: {
    take: "Apagar mensagem",
    sure: "Apagar para ambos os lados?",
    yes: "Apagar",
    no: "Cancelar",
    read: "A mensagem já foi lida e não pode mais ser apagada.",
    failed: "Não foi apagada. Tente novamente.",
  },
  ar: {
    take: "سحب الرسالة",
    sure: "هل تريد حذفها لدى الطرفين؟",
    yes: "حذف",
    no: "إلغاء",
    read: "قُرئت الرسالة، ولم يعد سحبها ممكنًا.",
    failed: "لم تُحذف. حاول مرة أخرى.",
  },
  ja: {
    take: "メッセージを取り消す",
    sure: "双方の画面から削除しますか？",
    yes: "削除",
    no: "キャンセル",
    read: "すでに読まれたため、取り消せません。",
    failed: "削除できませんでした。もう一度お試しください。",
  },
};
