const en = { previous: "Previous", next: "Next", close: "Close", open: "Open original" };

/** The labels of the viewer. They're few, so all languages come at once. */
export const VIEWER_WORDS: Record<string, typeof en> = {
  en,
  de: { previous: "Zurück", next: "Weiter", close: "Schließen", open: "Original öffnen" },
  es: { previous: "Anterior", next: "Siguiente", close: "Cerrar", open: "Abrir original" },
  fr: { previous: "Précédente", next: "Suivante", close: "Fermer", open: "Ouvrir l’original" },
  pt: { previous: "Anterior", next: "Próxima", close: "Fechar", open: "Abrir original" },
  ja: { previous: "前へ", next: "次へ", close: "閉じる", open: "元の画像を開く" },
  ar: { previous: "السابق", next: "التالي", close: "إغلاق", open: "فتح الأصل" },
};
